"""Random legal play, judged by the referee: games that no sensible player would play.

    python -m tools.random_play --games 1000 --seed 7
    python -m tools.random_play "edition: 1935" "game: short" "house rules: no auction"

The kind of a move is drawn before the move itself: otherwise rolls would outnumber everything else.
Dice are random, cards come from shuffled packs. Now and then a player offers a trade, leaves or
undoes, or the table makes a ruling, so that debts, shortages, auctions and bankruptcies coincide.
Of the setup every line is random that is not given. The first disagreement is reported with the
clause and both results, and its record is written for ``companion check``. Exit status: 0 when the
referee agreed and every invariant was true, 1 when not. Begin with ``refereed``.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

import click

from companion.engine import (
    BANK,
    DataFileError,
    Game,
    NotationError,
    Setup,
    board,
    edition,
    invariants,
    legal_moves,
    moves,
    refusal,
    start,
)
from companion.engine import (
    rulings as engine_rulings,
)
from companion.engine.board import HOTEL
from companion.engine.decide import play
from companion.engine.moves import Goods, Move
from companion.engine.notation import format_record, read_header
from companion.engine.phases import Auction, Over, ToThrow
from companion.engine.problems import Problem
from companion.engine.state import POT
from companion.simulation.games import NAMES, with_deal
from companion.table.shuffle import Packs
from companion.text import translate_message
from tests.referee import Disagreement, Referee

MODES = ("full", "time-limit 21:30", "second-bankruptcy", "short")
RENTS = ("watchful", "shown", "automatic")
MOST_MOVES = 300
"""Moves after which the game is ended as soon as that is legal (TABLE-7)."""
RARE = {
    moves.LeaveGame: 0.01,
    moves.EndByTime: 0.002,
    moves.Undo: 0.05,
    moves.Mortgage: 0.3,
    moves.Unmortgage: 0.3,
    moves.Sell: 0.3,
    moves.SellDeed: 0.1,
    moves.PayOff: 0.05,
}
"""Probability of considering moves that end or undo much, or are almost always legal."""
SHARES = (0, 0, 0.05, 0.1, 0.2)
"""Shares of the house rules by which a game is played."""
GIVES_UP = 0.15
"""Probability that a debtor leaves instead of paying, which is bankruptcy (FLOW-13)."""
OFFERS, RULINGS, PROBES = 0.06, 0.03, 2
"""Probabilities of an offer and of a ruling; moves compared beside each move that is made."""
LENDS, SECURED = 0.4, 0.7
"""Probabilities of a loan in an offer, where the table lends, and of a deed that secures it."""
TIES = 0.6
"""Probability that a sealed bid is as high as the one before it."""
NEW_NAMES = ("Una", "Vic", "Wyn", "Xim", "Yul", "Zoe")
"""Names of people who come later."""
AT_ONCE = (1, 1, 1, 2, 3)
"""Numbers of rulings that the table makes in one move."""


@dataclass(slots=True)
class Refereed:
    """One game: its moves, and the disagreements at its end."""

    setup: Setup
    made: list[Move] = field(default_factory=list)
    """Every move; ``faults`` and ``laws`` are about the last one."""
    faults: list[Disagreement] = field(default_factory=list)
    laws: list[Problem] = field(default_factory=list)
    """Invariants that the last move broke."""

    @property
    def record(self) -> str:
        """Record of the game up to the disagreement."""
        return format_record(self.setup, iter(self.made))


def agree(random: Random, names: tuple[str, ...], chosen: Mapping[str, str]) -> Setup:
    """Return a random setup; ``chosen`` fixes any line of the header."""
    book = edition.load(chosen.get("edition") or random.choice(edition.names()))
    players = names[: random.randint(book.fewest_players, min(book.most_players, 5))]
    rules: tuple[str, ...] = ()
    share, seed = random.choice(SHARES), random.random()
    for name in dict.fromkeys(_wished(book, share, seed)):
        with_it = (*rules, _with_amount(Random(f"{seed} {name}"), book, name))
        if not edition.contradiction(book, with_it):
            rules = with_it
    header = {
        "edition": book.source,
        "board": random.choice(board.names()),
        "players": ", ".join(players),
        "rent": random.choice(RENTS),
        "cards": "program",
        "game": random.choice(MODES),
        "house rules": ", ".join(rules),
    } | {key: value for key, value in chosen.items() if value}
    setup = read_header("".join(f"{key}: {value}\n" for key, value in header.items() if value))
    try:
        return with_deal(setup, seed)
    except NotationError:
        if not setup.edition.deeds_dealt or chosen.get("house rules"):
            raise
        # Nobody can pay for the deal: without it.
        others = (rule for rule in setup.house_rules if not rule.startswith("deeds dealt"))
        return agree(random, names, {**chosen, "house rules": ", ".join(others)})


def _wished(book: edition.Edition, share: float, seed: float) -> Iterator[str]:
    """Yield a share of the house rules, each behind the one that it needs.

    Each is drawn for itself: one more in an edition leaves most games as they were.
    """
    for name, changes in book.house_rules.items():
        # Oftener than the others: promises and loans take long to fall due.
        often = 3 if {"promises", "loans"} & changes.keys() else 1
        if Random(f"{name} {seed}").random() < share * often:
            yield from edition.needs(book, name)[:1]
            yield name


def _with_amount(random: Random, book: edition.Edition, rule: str) -> str:
    amount = edition.amount_of(book, rule)
    if amount is None:
        return rule
    if amount.is_money:
        return f"{rule} ${random.choice((100, 500, 1000))}"
    return f"{rule} {random.choice((1, 2, 4, 9))}"


def refereed(setup: Setup, seed: str) -> Refereed:
    """Play one random game up to its end or the first disagreement."""
    game, referee, random = start(setup), Referee(setup), Random(seed)
    result, packs = Refereed(setup), Packs(setup, seed)
    while not (isinstance(game.phase, Over) or result.faults or result.laws):
        for move in _probes(game, random):
            if faults := _compare(game, referee, move):
                result.made.append(move)
                result.faults = faults
                return result
        move = packs.filled_in(game, _choose(game, random, len(result.made)))
        after = play(game, move)
        result.made.append(move)
        result.faults = referee.judge(game, move, after)
        result.laws = invariants.violations(after)
        game = after
    return result


def _compare(game: Game, referee: Referee, move: Move) -> list[Disagreement]:
    """Compare the engine and the referee on a move that is not made."""
    clause, refused = referee.objection(game, move), refusal(game, move)
    if bool(clause) == bool(refused):
        return []
    theirs = refused.reason.clause if refused else ""
    return [Disagreement(clause or theirs, str(move), clause or "allowed", theirs or "allowed")]


def _choose(game: Game, random: Random, made: int) -> Move:
    """Choose a legal move; after ``MOST_MOVES``, end the game as soon as that is legal."""
    if made > MOST_MOVES and isinstance(game.phase, ToThrow):
        return moves.EndByTime()
    if random.random() < RULINGS and (ruling := _ruling(game, random)):
        return ruling
    if random.random() < OFFERS and (offer := _offer(game, random)):
        return offer
    kinds: dict[type[Move], list[Move]] = defaultdict(list)
    if game.debts and random.random() < GIVES_UP:
        leaving = moves.LeaveGame(random.choice(game.debts).debtor)
        if refusal(game, leaving) is None:
            return leaving
    rare = {kind for kind, often in RARE.items() if random.random() >= often}
    for move in _legal(game):
        if type(move) not in rare:
            kinds[type(move)].append(move)
    for name, amounts in legal_moves(game).bids().items():
        low = amounts[: max(len(amounts) // random.choice((1, 4, 20, 400)), 1)]
        amount = random.choice(low)
        if isinstance(game.phase, Auction) and game.phase.sealed and random.random() < TIES:
            amount = min(max(game.phase.sealed[-1][1], amounts[0]), amounts[-1])
        kinds[moves.Bid].append(moves.Bid(name, amount))
    several = kinds.get(moves.Build, [])
    if several and random.random() < 0.5 and (line := _line(game, random, random.choice(several))):
        return line
    if down := _selling_down(game, random):
        kinds[moves.SellDown].append(down)
    if made > MOST_MOVES:
        hurried = [
            kind
            for kind in kinds
            if kind in (moves.CloseAuction, moves.DeclareBankruptcy, moves.PayDebt)
        ]
        kinds = defaultdict(list, {kind: kinds[kind] for kind in hurried} or kinds)
    return random.choice(kinds[random.choice([*kinds])]) if kinds else _any(game, random)


def _any(game: Game, random: Random) -> Move:
    """Choose any legal move, however rare its kind."""
    return random.choice([move for move in _legal(game) if not isinstance(move, moves.Undo)])


def _legal(game: Game) -> Iterator[Move]:
    """Yield the legal moves, with one draw for all cards: the pack decides which."""
    seen = False
    for move in legal_moves(game):
        if not isinstance(move, moves.DrawCard):
            yield move
        elif not seen:
            seen = True
            yield moves.DrawCard(move.player, "")


def _line(game: Game, random: Random, first: Any) -> Move | None:
    """Build on several lots at once, if that is legal."""
    group = [lot.key for lot in game.board.groups[game.board.deeds[first.deeds[0]].group]]
    kind = {game.rank(key) >= game.setup.top_houses for key in group}
    lots = [key for key in group if game.rank(key) == min(map(game.rank, group))]
    line = tuple(random.sample(lots, len(lots)))
    if not game.edition.hotels_need_houses and len(lots) == len(group):
        line *= random.randint(1, 5)
    move = moves.Build(first.player, line)
    return move if len(kind) == 1 and refusal(game, move) is None else None


def _selling_down(game: Game, random: Random) -> Move | None:
    built = sorted(game.holdings.buildings)
    if not built:
        return None
    group = game.board.groups[random.choice(built)]
    floor = random.randint(0, 4)
    houses = tuple(min(4, floor + random.randint(0, 1)) for _ in group)
    move = moves.SellDown(game.owner(group[0].key), group[0].group, houses)
    return move if refusal(game, move) is None else None


def _goods(game: Game, random: Random, giver: str) -> Goods:
    own = [deed.key for deed in game.deeds_of(giver)]
    deeds = random.sample(own, min(len(own), random.randint(0, 2)))
    purse = game.players[giver].cash
    cash = random.choice((0, 0, random.randint(0, purse), purse // 3))
    cards = random.choice(((), (), ("",), game.players[giver].jail_cards))
    debt = any(debt.creditor == giver for debt in game.debts) and random.random() < 0.5
    free = random.choice(own) if own and game.edition.promises else ""
    landings = ((free, random.randint(1, 3)),) if free and free not in deeds else ()
    held = cards if game.players[giver].jail_cards else ()
    return Goods(tuple(deeds), cash, held, debt, landings)


def _with_loans(game: Game, random: Random, goods: Goods, giver: str, other: str) -> Goods:
    """Return goods that are paid for later, or are about loans (HOUSE-1)."""
    lent = [loan.borrower for loan in game.loans if loan.lender == giver]
    if lent and random.random() < 0.5:
        others = [name for name in dict.fromkeys(lent) if name != other]
        goods = replace(goods, loan=other in lent, loans_of=tuple(others[: random.randint(0, 1)]))
    if random.random() < LENDS:
        own = [deed.key for deed in game.deeds_of(giver)]
        secured = random.choice(own) if own and random.random() < SECURED else ""
        amount, times = random.choice((1, 50, 300, 900)), random.choice((1, 1, 2, 3, 20))
        goods = replace(goods, instalments=engine_rulings.Instalments(amount, times, secured))
    return goods


def _any_offer(game: Game, random: Random) -> Move:
    name, other = random.sample(game.in_play(), 2)
    if game.debts and random.random() < 0.5:
        debt = random.choice(game.debts)
        if debt.creditor in game.players:
            name, other = debt.debtor, debt.creditor
    gives, wants = _goods(game, random, name), _goods(game, random, other)
    if game.edition.loans:
        gives = _with_loans(game, random, gives, name, other)
        wants = _with_loans(game, random, wants, other, name)
    return moves.OfferTrade(name, other, gives, wants)


def _offer(game: Game, random: Random) -> Move | None:
    move = _any_offer(game, random)
    return move if refusal(game, move) is None else None


def _ruling(game: Game, random: Random) -> Move | None:
    """Choose a ruling: about groups, cash, a space, a debt, or who is at the table."""
    name, late = random.choice(game.in_play()), random.choice(NEW_NAMES)
    group = random.choice([*game.board.groups.values()])
    count = random.choice((0, 0, 1, 3, 4, 5))
    built = [engine_rulings.SetBuildings(lot.key, count) for lot in group if lot.house_price]
    owned = [engine_rulings.SetOwner(name, lot.key) for lot in group]
    parties = (*game.in_play(), BANK, *([POT] if game.edition.pot else []))
    owed = engine_rulings.SetDebt(name, random.choice(parties), random.choice((0, 5, 500)))
    gone: list[list[engine_rulings.Effect]] = [
        [engine_rulings.RemovePlayer(name)],
        [engine_rulings.Rename(name, late), engine_rulings.RemovePlayer(late)],
        [engine_rulings.RemovePlayer(name), engine_rulings.Join(late)],
    ]
    rulings: list[list[engine_rulings.Effect]] = [
        [*owned, *built],
        [engine_rulings.SetCash(name, random.choice((0, 20, 800, _price(game, random))))],
        [engine_rulings.MoveToken(name, random.randrange(40))],
        [engine_rulings.SetJail(name, random.randint(1, 3))],
        [engine_rulings.SetJailCard(random.choice((name, BANK)), "chance")],
        [engine_rulings.MoveCash(name, random.choice(parties), 1)],
        [random.choice((engine_rulings.ClearClaims(), owed))],
        [*_scarcity(game, random)],
        [engine_rulings.Rename(name, late)],
        [engine_rulings.Join(late)],
        random.choice(gone),
    ]
    if game.edition.loans:
        lender = random.choice([other for other in game.in_play() if other != name])
        terms = random.choice((0, 40, 400)), random.randint(1, 3)
        owed_later = engine_rulings.Instalments(*terms)
        rulings.append([engine_rulings.SetLoan(name, lender, owed_later)])
    effects = [effect for one in random.sample(rulings, random.choice(AT_ONCE)) for effect in one]
    move = moves.Rule(tuple(effects))
    return move if refusal(game, move) is None else None


def _price(game: Game, random: Random) -> int:
    """Return what somebody may have to pay next, or a dollar more or less."""
    deed = random.choice([*game.board.deeds.values()])
    amounts = [debt.amount for debt in game.debts] + [claim.amount for claim in game.claims]
    amounts += [deed.price, deed.house_price, deed.mortgage, game.board.fine]
    return max(random.choice(amounts) + random.choice((-1, 0, 1)), 0)


def _scarcity(game: Game, random: Random) -> Iterator[engine_rulings.Effect]:
    """Yield rulings that deal out the groups and leave the bank few houses and hotels."""
    houses = game.board.houses - random.randint(0, 3)
    hotels = random.choice((0, 3, 6, game.board.hotels - random.randint(0, 2)))
    groups = [group for group in game.board.groups.values() if group[0].house_price]
    for group in random.sample(groups, len(groups)):
        name = random.choice(game.in_play())
        for lot in group:
            yield engine_rulings.SetOwner(name, lot.key)
            count = HOTEL if hotels else min(houses, game.setup.top_houses)
            hotels, houses = max(hotels - 1, 0), houses - count % HOTEL
            yield engine_rulings.SetBuildings(lot.key, count)
    for name in game.in_play():
        yield engine_rulings.SetCash(name, random.choice((0, 300, 2000)))


def _probes(game: Game, random: Random) -> Iterator[Move]:
    """Yield moves to compare, most of them illegal."""
    for _ in range(PROBES):
        name, deed = random.choice(game.in_play()), random.choice([*game.board.deeds])
        own = [lot.key for lot in game.deeds_of(name)]
        key = random.choice(own) if own and random.random() < 0.8 else deed
        group = game.board.deeds[key].group
        bid = game.phase.bid if isinstance(game.phase, Auction) else 0
        everything: list[Move] = [
            *(kind(name, key) for kind in OF_A_DEED),
            *(kind(name) for kind in OF_A_PLAYER),
            moves.Build(name, (key,)),
            moves.SellHotels(name, group),
            moves.SellDown(name, group, (random.randint(0, 2),) * len(game.board.groups[group])),
            moves.Bid(name, random.choice((bid, bid + 1, game.players[name].cash + 1))),
            moves.Roll(name, (1, 2)),
            moves.RollForStart(name, (1, 2)),
            moves.CloseAuction(),
            moves.EndByTime(),
            moves.Undo(random.randint(1, 3)),
            _any_offer(game, random),
            moves.DrawCard(name, "jail-card"),
        ]
        if game.loans:
            loan = random.choice(game.loans)
            everything.append(moves.PayOff(loan.borrower, loan.lender))
            everything.append(moves.Mortgage(loan.borrower, loan.secured or deed))
        yield random.choice(everything)


OF_A_DEED = (
    moves.Mortgage,
    moves.SellDeed,
    moves.Unmortgage,
    moves.Sell,
    moves.PlaceBuilding,
    moves.KeepMortgage,
    moves.HandOverDeed,
    moves.PutUpDeed,
)
"""Moves that name a player and one deed."""
OF_A_PLAYER = (
    moves.Buy,
    moves.Decline,
    moves.Pass,
    moves.ClaimBuilding,
    moves.WaiveBuilding,
    moves.PayDebt,
    moves.PayFine,
    moves.UseJailCard,
    moves.PayFlatTax,
    moves.PayTenPercent,
    moves.CollectRent,
    moves.AcceptTrade,
    moves.RefuseTrade,
    moves.WithdrawTrade,
    moves.TakeChance,
    moves.DeclareBankruptcy,
    moves.LeaveGame,
)
"""Moves that name only a player."""


@click.command()
@click.option("--games", type=click.IntRange(1), default=100, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.argument("header", nargs=-1)
def main(games: int, seed: int, header: tuple[str, ...]) -> None:
    """Judge random games of a HEADER: lines as in a record; what they leave out is random."""
    chosen = {key: value.strip() for key, _, value in (line.partition(":") for line in header)}
    for number in range(1, games + 1):
        name = f"{seed}/{number}"
        try:
            game = refereed(agree(Random(name), NAMES, chosen), name)
        except (NotationError, DataFileError) as error:
            raise click.UsageError(translate_message(error)) from error
        if found := [*game.faults, *game.laws]:
            path = Path(f"referee-{seed}-{number}.game")
            path.write_text(game.record, encoding="utf-8")
            faults = "\n".join(map(str, found))
            raise click.ClickException(f"{path}, move {len(game.made)}: {faults}")
    click.echo(f"The referee agreed in {games} games.")


if __name__ == "__main__":
    main()
