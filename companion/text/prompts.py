"""Prompts of the play screen and the answers to them. An answer names its amount."""

from companion.text.catalogue import Sentences

PROMPTS = Sentences(
    {
        # The opening throws and the throw of a turn.
        "opening.lead": "The highest throw starts",
        "opening.thrown": "{player} {total}",
        "throw.lead": "It is the turn of",
        "throw.again": "Doubles! Once more",
        "throw.space": "on {space}",
        "throw.jail": "in jail, turn {turn} of {turns}: doubles lead out",
        "throw.fine": "Pay {amount} and leave jail",
        "throw.card": "Use a jail card",
        # The deed landed on.
        "buy.lead": "{player} lands on",
        "buy.detail": "nobody owns it · {player} has {cash}",
        "buy.yes": "Buy for {amount}",
        "buy.no": "No, auction it",
        "buy.leave": "No, leave it",
        # The auction.
        "auction.lead": "Auction · price on the deed {price}",
        "auction.plain": "Auction",
        "auction.none": "no bid yet",
        "auction.leads": "{player} leads with {amount}",
        "auction.bid": "+{step}",
        "auction.pass": "Pass",
        "auction.sold": "Sold to {player} for {amount}",
        "auction.unsold": "No bid: the bank keeps it",
        # Rent.
        "claim": "{player} collects {amount} from {payer} · until {last} {lapses}",
        "claim.throw": "throws",
        "claim.receive": "has the dice",
        "claim.later": "Collect the newer rent from {payer} first.",
        "claim.ask": "{player} asks for rent",
        # Cards.
        "draw.lead": "{player} draws a card",
        "draw.detail": "tap the card that was drawn",
        "card_throw.lead": "{player} throws for the rent of",
        "card_throw.detail": "{times} times the throw",
        "fine_or_chance.lead": "{player} chooses",
        "fine_or_chance.title": "A fine, or a Chance card",
        "fine_or_chance.detail": "on {space}",
        "fine_or_chance.pay": "Pay {amount}",
        "fine_or_chance.take": "Take a Chance card",
        # Tax. Never reveal how much ten percent is (TAX-3).
        "tax.lead": "{player} lands on",
        "tax.detail": "choose first, then it is added up",
        "tax.flat": "Pay {amount}",
        "tax.tenth": "Pay a tenth",
        # Debts.
        "settle.lead": "{player} owes {creditor}",
        "settle.detail": "{why} · {player} has {cash}",
        "settle.pay": "Pay {amount}",
        "settle.other": "{player} pays {amount}",
        "settle.bankrupt": "{player} is bankrupt: all to {creditor}",
        # Building shortages, and received mortgages.
        "shortage.lead": "{player} wants to build on {deeds}",
        "shortage.title": "Who else wants a {building}?",
        "shortage.detail": "the bank has {stock} left",
        "shortage.claim": "{player} wants one, too",
        "shortage.waive": "{player} lets {builder} build",
        "placing.lead": "{player} has won a {building}",
        "placing.title": "Where does it stand?",
        "mortgage.lead": "{player} gets a mortgaged deed",
        "mortgage.detail": "{player} has {cash}",
        "mortgage.keep": "Pay {amount}, keep the mortgage",
        "mortgage.lift": "Pay {amount}, lift the mortgage",
        # Prompts without a page of their own.
        "wait.lead": "First",
        # The end of the game.
        "over.lead": "The game is over",
        "over.one": "{winners} wins",
        "over.many": "{winners} share the win",
    }
)

WHY = Sentences(
    {
        "rent": "rent for {deed}",
        "tax": "tax",
        "fine": "the fine for leaving jail",
        "card": "a card",
        "interest": "interest on {deed}",
        "ruling": "a ruling",
    }
)
"""Purposes of debts, by ``Paid.why``."""


def prompt(key: str, **fields: object) -> str:
    """Return the text of ``key`` with its fields filled in."""
    return PROMPTS[key].format(**fields)


def why(reason: str, deed: str) -> str:
    """Describe the purpose of a payment."""
    return WHY.get(reason, reason).format(deed=deed)
