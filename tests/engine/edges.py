"""Where the edges of the rules are: purses, houses and goods just enough, or just not."""

from collections.abc import Iterator
from random import Random

from companion.engine import BANK, Game, rulings
from companion.engine.board import HOTEL, SPACES
from companion.engine.moves import Goods
from companion.engine.phases import Auction, ToBuy


def prices(game: Game) -> Iterator[int]:
    """What anybody may have to pay next."""
    yield from (0, game.board.fine)
    yield from (debt.amount for debt in game.debts)
    yield from (claim.amount for claim in game.claims)
    for key in game.holdings:
        deed = game.board.deeds[key]
        yield from (deed.house_price, deed.mortgage + (deed.mortgage + 5) // 10)
    match game.phase:
        case ToBuy(deed=key):
            yield game.board.deeds[key].price
        case Auction(bid=bid):
            yield bid + 1


def goods(game: Game, chance: Random, giver: str) -> Goods:
    """Up to two deeds, mostly such as may be dealt, money, and perhaps a jail card."""
    own = game.deeds_of(giver)
    bare = [d for d in own if not any(game.rank(lot.key) for lot in game.board.groups[d.group])]
    deeds = bare if chance.random() < 0.9 else own or [*game.board.deeds.values()]
    some = chance.sample(deeds, min(len(deeds), chance.randint(0, 2)))
    purse = game.players[giver].cash
    cash = chance.choice((0, 0, 1, purse // 2, purse, purse + 1))
    cards = chance.choice(((), (), ("",), ("chance",), ("community_chest", "")))
    held = bool(game.players[giver].jail_cards)
    return Goods(tuple(deed.key for deed in some), cash, cards * held)


def middle_game(game: Game, chance: Random) -> Iterator[rulings.Effect]:
    """Every group is somebody's, or nobody's, and most of the houses are built."""
    houses, top = game.board.houses, game.setup.top_houses
    for group in game.board.groups.values():
        owner = chance.choice((*game.players, BANK))
        built = chance.choice((0, 2, 3, 4, HOTEL))
        for deed in group if owner != BANK else ():
            yield rulings.SetOwner(owner, deed.key)
            if deed.house_price and built:
                carries = built if built == HOTEL else min(built, houses, top)
                houses -= carries % HOTEL
                yield rulings.SetBuildings(deed.key, carries)
            elif chance.random() < 0.3:
                yield rulings.SetMortgaged(deed.key, True)
    for name in game.players:
        yield rulings.SetCash(name, chance.choice((0, 60, 300, 1500)))


def purse(game: Game, chance: Random, name: str) -> Iterator[rulings.Effect]:
    """Exactly what something costs, a dollar more, or a dollar less."""
    amount = chance.choice(sorted(set(prices(game)))) + chance.randint(-1, 1)
    yield rulings.SetCash(name, max(amount, 0))


def whole_group(game: Game, chance: Random, name: str) -> Iterator[rulings.Effect]:
    """The fourth railroad, the second utility, the last lot of a color."""
    for deed in chance.choice([*game.board.groups.values()]):
        yield rulings.SetOwner(name, deed.key)


def last_houses(game: Game, chance: Random, name: str) -> Iterator[rulings.Effect]:
    """``name`` has all that the bank had, except a few houses."""
    hotels, count = chance.randint(0, 3), game.houses_in_bank() - chance.randint(0, 4)
    groups = game.board.groups.values()
    free = [group for group in groups if all(game.owner(d.key) in (BANK, name) for d in group)]
    for deed in (deed for group in free for deed in group if deed.house_price):
        houses = HOTEL if hotels else max(min(count, game.setup.top_houses), 0)
        hotels, count = max(hotels - 1, 0), count - houses % HOTEL
        yield rulings.SetOwner(name, deed.key)
        yield rulings.SetBuildings(deed.key, houses)


def place(game: Game, chance: Random, name: str) -> Iterator[rulings.Effect]:
    """Anywhere on the board or in jail, perhaps with a card to leave it, and with the dice."""
    turn = chance.choice((0, 0, 1, 2, 3))
    stands = rulings.MoveToken(name, chance.randrange(SPACES))
    yield rulings.SetJail(name, turn) if turn else stands
    pack = chance.choice(("chance", "community_chest"))
    yield rulings.SetJailCard(chance.choice((name, BANK)), pack)
    yield rulings.SetTurn(name)
