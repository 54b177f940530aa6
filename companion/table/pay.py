"""Payment as the screen shows it: who can pay whom, and the ruling that books it."""

from dataclasses import dataclass, replace

from companion.engine.moves import Rule
from companion.engine.rulings import MoveCash
from companion.engine.state import BANK, POT, Game
from companion.table.markers import signs
from companion.table.prompts.answers import Answer, answer
from companion.text import money
from companion.text.names import party_name
from companion.text.screens.pay import PAY, text_of

NOBODY = -1


@dataclass(frozen=True, slots=True)
class Party:
    """Somebody who can pay or be paid; ``seat`` is -1 for the bank and the pot."""

    key: str
    name: str
    seat: int = NOBODY
    cash: str = ""
    chosen: bool = False

    @property
    def icon(self) -> str:
        """Icon of a party that is no player."""
        return {BANK: "bank", POT: "parking"}.get(self.key, "")


def parties(game: Game, without: str = "", chosen: str = "") -> list[Party]:
    """Return the players in the game, the bank, and the pot if there is one."""
    keys = [*game.in_play(), BANK]
    if game.edition.pot:
        keys.append(POT)
    return [party(game, key, chosen) for key in keys if key != without]


def party(game: Game, key: str, chosen: str = "") -> Party:
    """Return a player, the bank or the pot."""
    player = game.players.get(key)
    if player is None:
        cash = money(game.pot, game.board.currency) if key == POT else ""
        return Party(key, PAY[key], cash=cash, chosen=key == chosen)
    cash = money(player.cash, game.board.currency)
    return Party(key, key, signs(game.players)[key], cash, key == chosen)


def purse(game: Game, key: str) -> int:
    """Return all that a party can pay; 0 for the bank, which has no end of it."""
    if player := game.players.get(key):
        return player.cash
    return game.pot if key == POT else 0


def payment(game: Game, payer: str, payee: str, amount: int) -> Answer:
    """Return the payment as an answer; refused without an amount, or if the payer is short."""
    currency = game.board.currency
    fields = {"payee": party_name(payee), "amount": money(amount, currency)}
    text = text_of(_button(payer, amount), **fields)
    booked = answer(game, text, Rule((MoveCash(payer, payee, amount),), ""), payer)
    if not amount:
        return replace(booked, reason=PAY["no amount"])
    short = amount - purse(game, payer)
    if booked.reason and short > 0:
        return replace(booked, reason=text_of("short", amount=money(short, currency)))
    return booked


def _button(payer: str, amount: int) -> str:
    if not amount:
        return "pay nothing"
    return f"{payer} pays" if payer in (BANK, POT) else "pay"
