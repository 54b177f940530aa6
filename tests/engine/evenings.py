"""Evenings that no table would play: a machine that looks for the edges of the rules.

It makes legal moves and illegal ones, sets up boundaries by rulings (the last house, a whole group,
a purse that is exactly enough or a dollar short), deals, bids and takes back; after each move it
asks whether everything that must be true of a game still is.
"""

from collections import defaultdict
from dataclasses import replace
from random import Random

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.engine import (
    BANK,
    Game,
    IllegalMove,
    apply,
    codec,
    decide,
    format_move,
    invariants,
    legal_moves,
    moves,
    parse_move,
    parse_record,
    replay,
    rulings,
    start,
)
from companion.engine.events import Event, Paid, Reversed
from companion.engine.holdings import Holdings
from companion.engine.moves import Move
from companion.engine.phases import Auction, Over, ToDraw
from companion.table.shuffle import Packs
from tests.engine import edges
from tests.random_play import OF_A_DEED, OF_A_PLAYER

HEADERS = (
    "first: Ann",
    "edition: 1934\nbanker: Cy",
    "edition: 1935\nrent: automatic\nfirst: Bob",
    "edition: 1935\ngame: second-bankruptcy\nfirst: Cy",
    "edition: 1973\ngame: short\nfirst: Ann",
    "edition: 1961\nboard: london\nhouse rules: free parking pot $100, uneven building\nfirst: Ann",
    "edition: modern\nhouse rules: jail doubles throw again, round up, no auction\nfirst: Ann",
    "game: time-limit 21:30\nhouse rules: first lap before buying, round down\nfirst: Ann",
)
NEVER_URGENT = (
    moves.Mortgage,
    moves.Unmortgage,
    moves.Build,
    moves.Sell,
    moves.SellHotels,
    moves.SellDown,
)
ENDS_TOO_MUCH = (moves.Undo, moves.LeaveGame, moves.EndByTime)
NOT_LISTED = (moves.Bid, moves.OfferTrade, moves.Rule, moves.SellDown)
SEEDS = st.integers(0, 2**32 - 1)


def listable(move: Move) -> bool:
    """Whether iterating the legal moves would have to come by ``move``."""
    several = len(getattr(move, "deeds", ())) > 1 or getattr(move, "count", 1) != 1
    return not (several or isinstance(move, NOT_LISTED) or getattr(move, "by_tray", False))


def from_the_bank(event: Event) -> int:
    """How many dollars an event brings to the table."""
    if isinstance(event, Reversed):
        return -from_the_bank(event.event)
    if not isinstance(event, Paid):
        return 0
    return event.amount * ((event.payer == BANK) - (event.payee == BANK))


def at_the_table(game: Game) -> int:
    return game.pot + sum(player.cash for player in game.players.values())


def seen_afresh(game: Game) -> Game:
    """The position of somebody who has just come in and remembers nothing of the deeds."""
    holdings = Holdings(game.board)
    for key, holding in sorted(game.holdings.items()):
        holdings = holdings.with_deed(key, holding)
    return replace(game, holdings=holdings)


class Evening(RuleBasedStateMachine):
    """One game; ``told`` is what its moves have come to, ``standing`` the positions before them."""

    game: Game
    looked_up: tuple[Game, list[Move]] | None = None

    @initialize(header=st.sampled_from(HEADERS), seed=SEEDS, middle=st.booleans())
    def sit_down(self, header: str, seed: int, middle: bool) -> None:
        self.game = start(parse_record(f"{header}\nplayers: Ann, Bob, Cy\n").setup)
        self.first = self.game
        self.told: list[tuple[Event, ...]] = []
        self.standing: list[Game] = []
        self.seed = str(seed)
        if middle:
            self.sets_up(*edges.middle_game(self.game, self.chance(seed)))

    # --- what is tried -----------------------------------------------------------------------

    @rule(seed=SEEDS, times=st.integers(5, 25))
    def the_game_goes_on(self, seed: int, times: int) -> None:
        self.goes_on(self.chance(seed), times)

    def goes_on(self, chance: Random, times: int) -> None:
        """Legal moves, a kind of them first, or the throws would drown the others."""
        for _ in range(times):
            kinds: dict[type[Move], list[Move]] = defaultdict(list)
            for move in (move for move in self.listed() if not isinstance(move, ENDS_TOO_MUCH)):
                kinds[type(move)].append(move)
            if moves.DrawCard in kinds and isinstance(phase := self.game.phase, ToDraw):
                top = Packs(self.game.setup, self.seed).top(self.game, phase.pack)
                kinds[moves.DrawCard] = [moves.DrawCard(phase.player, top)]
            for name, amounts in legal_moves(self.game).bids().items():
                kinds[moves.Bid] += [moves.Bid(name, amounts[0]), moves.Bid(name, amounts[-1])]
            urgent = [kind for kind in kinds if kind not in NEVER_URGENT]
            if some := urgent if urgent and chance.random() < 0.8 else [*kinds]:
                assert self.tries(chance.choice(kinds[chance.choice(some)]))

    @rule(seed=SEEDS)
    def anything(self, seed: int) -> None:
        """Mostly illegal: whatever anybody could do with a deed, or without one."""
        chance = self.chance(seed)
        name, deed = self.name(chance), self.deed(chance)
        tried: list[Move] = [kind(name, deed) for kind in OF_A_DEED]
        tried += [kind(name) for kind in OF_A_PLAYER]
        tried += [moves.CloseAuction(), moves.EndByTime(), moves.RollForStart(name, (1, 2))]
        tried += [moves.Roll(name, (3, 3)), moves.Roll(name, (1, 2), by_tray=True)]
        tried += [moves.SellHotels(name, self.game.board.deeds[deed].group)]
        tried += [moves.DrawCard(name, "jail-card"), moves.Bid(name, 1)]
        self.tries(chance.choice(tried))

    @rule(seed=SEEDS, several=st.integers(1, 3))
    def building(self, seed: int, several: int) -> None:
        chance = self.chance(seed)
        whole = [
            deed
            for name in self.game.in_play()
            for deed in self.game.deeds_of(name)
            if self.game.has_whole_group(deed)
        ]
        if whole:
            name = self.game.owner(chance.choice(whole).key)
            lots = [deed.key for deed in whole if self.game.owner(deed.key) == name]
            self.tries(moves.Build(name, tuple(chance.choices(lots, k=several))))

    @rule(seed=SEEDS)
    def selling_down(self, seed: int) -> None:
        chance = self.chance(seed)
        built = [deed for deed in self.game.board.deeds.values() if self.game.rank(deed.key)]
        if built:
            deed = chance.choice(built)
            floor = chance.randint(0, 4)
            houses = (
                min(4, floor + chance.randint(0, 1)) for _ in self.game.board.groups[deed.group]
            )
            self.tries(moves.SellDown(self.game.owner(deed.key), deed.group, tuple(houses)))

    @precondition(lambda self: isinstance(self.game.phase, Auction))
    @rule(seed=SEEDS, beside=st.integers(-1, 1), high=st.booleans())
    def bidding(self, seed: int, beside: int, high: bool) -> None:
        """The lowest and the highest bid, and those just beside them."""
        chance = self.chance(seed)
        name = self.name(chance)
        bounds = legal_moves(self.game).bids().get(name, range(0))
        amount = max((bounds[-1] if high else bounds[0]) + beside if bounds else beside, 0)
        assert self.tries(moves.Bid(name, amount)) == (amount in bounds)

    @rule(seed=SEEDS)
    def dealing(self, seed: int) -> None:
        chance = self.chance(seed)
        name = self.name(chance)
        other = chance.choice(self.game.left_of(name))
        gives, wants = (edges.goods(self.game, chance, giver) for giver in (name, other))
        if self.tries(moves.OfferTrade(name, other, gives, wants)) and chance.random() < 0.7:
            self.tries(moves.AcceptTrade(other))

    @rule(count=st.integers(1, 4))
    def taking_back(self, count: int) -> None:
        self.tries(moves.Undo(count))

    # --- what is set up ----------------------------------------------------------------------

    @rule(seed=SEEDS)
    def an_edge(self, seed: int) -> None:
        chance = self.chance(seed)
        name = self.name(chance)
        edge = chance.choice((edges.purse, edges.whole_group, edges.last_houses, edges.place))
        self.sets_up(*edge(self.game, chance, name))
        self.goes_on(chance, chance.randint(0, 5))

    # --- what must be so ---------------------------------------------------------------------

    def sets_up(self, *done: rulings.Effect) -> None:
        if done:
            self.tries(moves.Rule(done, "a boundary"))

    def tries(self, move: Move) -> bool:
        """Makes ``move`` if it is legal. The refusal must agree with the list either way."""
        assert parse_move(format_move(move, self.game.board), self.game.setup) == move
        try:
            events = decide(self.game, move)
        except IllegalMove:
            assert move not in legal_moves(self.game)
            assert move not in self.listed()
            return False
        assert move in legal_moves(self.game)
        assert move in self.listed() or not listable(move)
        self.happens(move, events)
        return True

    def happens(self, move: Move, events: tuple[Event, ...]) -> None:
        after = apply(self.game, events)
        assert [codec.loads(codec.dumps(event)) for event in events] == [*events]
        earned = sum(map(from_the_bank, events))
        assert at_the_table(after) - at_the_table(self.game) == earned
        if isinstance(move, moves.Undo):
            earlier = self.standing[-move.count]
            assert (after, after.past) == (earlier, earlier.past)
            del self.standing[-move.count :]
        else:
            assert apply(after, decide(after, moves.Undo())) == self.game
            self.standing.append(self.game)
        self.told.append(events)
        self.game = after

    @invariant()
    def every_law_holds(self) -> None:
        assert invariants.violations(self.game) == []

    @invariant()
    def nobody_is_stuck(self) -> None:
        """Whatever waits can be answered, and a debtor can pay, raise cash or give up."""
        debtors = {debt.debtor for debt in self.game.debts}
        goes_on = (
            not isinstance(move, ENDS_TOO_MUCH)
            and (not isinstance(move, NEVER_URGENT) or getattr(move, "player", "") in debtors)
            for move in self.listed()
        )
        assert isinstance(self.game.phase, Over) or any(goes_on)

    def teardown(self) -> None:
        if hasattr(self, "told"):
            assert replay(self.first, self.told) == self.game

    # --- shorthand ---------------------------------------------------------------------------

    def listed(self) -> list[Move]:
        """What can be listed of the legal moves, looked up once a position."""
        if self.looked_up is None or self.looked_up[0] is not self.game:
            self.looked_up = self.game, [*legal_moves(self.game)]
            assert len(self.looked_up[1]) == len(set(self.looked_up[1]))
            assert self.looked_up[1] == [*legal_moves(seen_afresh(self.game))]
        return self.looked_up[1]

    def chance(self, seed: int) -> Random:
        """Small seeds are tried again and again; at another move they mean something else."""
        return Random(f"{seed} {len(self.told)}")

    def name(self, chance: Random) -> str:
        return chance.choice(self.game.in_play())

    def deed(self, chance: Random) -> str:
        return chance.choice([*self.game.board.deeds])
