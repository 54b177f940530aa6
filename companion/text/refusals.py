"""Refusals as sentences: the text of the reason with its facts filled in."""

from companion.engine.board import Kind
from companion.engine.phases import (
    Auction,
    CardThrow,
    FineOrChance,
    Opening,
    Placing,
    ReceivedMortgages,
    Shortage,
    TaxChoice,
    ToBuy,
    ToDraw,
    ToSettle,
)
from companion.engine.refusals import IllegalMove, Reason
from companion.engine.state import Game
from companion.engine.valuation import jail_fine
from companion.text.catalogue import Sentences
from companion.text.format import counted, sum_of
from companion.text.names import (
    THINGS,
    building_name,
    deed_name,
    item_name,
    pack_name,
    party_name,
    players_listed,
)
from companion.text.problems import written
from companion.text.refusal_texts import BRIEFLY, INSTEAD, REFUSALS, TOO_MANY
from companion.text.told import Told, capital, filled

WAITING: Sentences[type[object], str] = Sentences(
    {
        Opening: "{next} throws for who starts",
        ToBuy: "{player} buys {deed} or lets it be auctioned",
        Auction: "the auction of {item} has to end",
        ToDraw: "{player} draws a {pack} card",
        CardThrow: "{player} throws for the rent of {deed}",
        FineOrChance: "{player} pays the fine or takes a Chance card",
        TaxChoice: "{player} chooses how to pay the income tax",
        Shortage: "{next} says whether to build, too",
        Placing: "{player} places the {building}",
        ReceivedMortgages: "{player} keeps or lifts the mortgage on {deed}",
        ToSettle: "{debtor} pays {creditor} {debt}",
        object: "what was begun has to end",
    }
)
"""Texts of pending decisions, by type of phase; ``object`` is the default."""

LAPSES = Sentences({"throw": "throws", "receive": "has the dice"})

_DEEDS = ("deed", "missing", "mortgaged", "first", "built")


def refused(error: IllegalMove, game: Game) -> Told:
    """Return one sentence that explains a refusal; ``game`` refused the move."""
    sentence = _sentence(error, game)
    if not sentence:
        return capital(f"{error.reason.meaning}.")
    return filled(sentence, _fields(error, game))


def _sentence(error: IllegalMove, game: Game) -> str:
    deed = game.board.deeds.get(str(error.facts.get("deed")))
    if error.reason is Reason.NOT_YOUR_GROUP and deed and deed.kind is not Kind.STREET:
        return INSTEAD["not a street"]
    if error.reason is Reason.NO_CLAIM and error.facts.get("payer"):
        return INSTEAD["no claim on payer"]
    if error.reason is Reason.NOTHING_TO_UNDO and (count := _undoable_moves(game)):
        return TOO_MANY.of(count, "undo").format(n=count)
    return REFUSALS.get(error.reason, "")


def refused_briefly(error: IllegalMove, game: Game) -> Told:
    """Return the reason of a refusal in two or three words; empty if there are none for it."""
    if error.reason is Reason.NO_JAIL_CARD:
        return BRIEFLY.fill("no card")
    if error.reason is Reason.CANNOT_PLACE:
        return BRIEFLY.fill("no place")
    facts = written(error.facts, game.board.currency)
    return BRIEFLY.fill("short", **facts) if "short" in facts else Told()


def _fields(error: IllegalMove, game: Game) -> dict[str, object]:
    facts = error.facts
    fields = _game_fields(error, game) | written(facts, game.board.currency)
    fields |= {key: deed_name(game.board, str(facts[key])) for key in _DEEDS if key in facts}
    if "deed" in facts:
        lacking = str(facts.get("missing", facts["deed"]))
        fields |= {
            "missing": deed_name(game.board, lacking),
            "owner": party_name(game.owner(lacking)),
        }
    if "pack" in facts:
        fields["pack"] = pack_name(game.board, str(facts["pack"]))
        fields["holder"] = game.jail_card_holder(str(facts["pack"]))
    if "creditor" in facts:
        fields["creditor"] = party_name(str(facts["creditor"]))
    if isinstance(houses := facts.get("houses"), int):
        fields["houses"] = counted(houses, "house")
    if "building" in facts:
        fields["building"] = building_name(str(facts["building"]))
    fields["thing"] = fields.get("deed", THINGS["jail_card"])
    return fields


def _game_fields(error: IllegalMove, game: Game) -> dict[str, object]:
    """Return fields from the game, in addition to the facts of the refusal."""
    return {
        "players": players_listed(game.players),
        "dice": party_name(game.turn.player),
        "waiting": waiting(error.facts.get("phase", game.phase), game),
        "chance": pack_name(game.board, Kind.CHANCE),
        "chest": pack_name(game.board, Kind.COMMUNITY_CHEST),
        "fine": _fine(error, game),
        "stock": game.houses_in_bank(),
        "lapses": LAPSES[game.edition.claim_lapses],
    }


def _fine(error: IllegalMove, game: Game) -> Told:
    player = str(error.facts.get("player", ""))
    dollars = jail_fine(game, player) if player in game.players else game.board.fine
    return sum_of(game, dollars)


def _undoable_moves(game: Game) -> int:
    """Return how many moves could be undone (FLOW-7)."""
    count, before = 0, game
    while before.past:
        count, before = count + 1, before.past.before
    return count


def waiting(phase: object, game: Game) -> Told:
    """Describe the decision that the game waits for."""
    sentence = WAITING.get(type(phase), WAITING[object])
    return filled(sentence, _decision_fields(phase, game))


def _decision_fields(phase: object, game: Game) -> dict[str, object]:
    """Return the fields of the decision that the game waits for."""
    fields: dict[str, object] = {"player": getattr(phase, "player", "")}
    match phase:
        case Opening(waiting=left) | Shortage(waiting=left):
            fields["next"] = party_name(left[0])
        case ToBuy(deed=deed) | CardThrow(deed=deed):
            fields["deed"] = deed_name(game.board, deed)
        case ReceivedMortgages(deeds=deeds):
            fields["deed"] = deed_name(game.board, deeds[0])
        case Auction():
            fields["item"] = item_name(game.board, phase)
        case ToDraw(pack=pack):
            fields["pack"] = pack_name(game.board, pack)
        case Placing(building=building):
            fields["building"] = building_name(building)
        case ToSettle():
            debt = game.debts[0]
            owed = sum_of(game, debt.amount)
            fields |= {"debtor": debt.debtor, "creditor": party_name(debt.creditor), "debt": owed}
    return fields
