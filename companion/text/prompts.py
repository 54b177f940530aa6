"""Prompts of the play screen and the answers to them. An answer names its amount."""

from companion.text.catalogue import Sentences

PROMPTS = Sentences(
    {
        # The opening rolls and the roll of a turn.
        "opening.title": "{player} rolls",
        "opening.highest": "the highest roll starts",
        "opening.rolled": "{player} {total}",
        "opening.question": "Roll for who starts",
        "roll.title": "{player}'s turn",
        "roll.question": "Roll the dice",
        "roll.again": "Roll again: doubles",
        "roll.free": "Roll for doubles",
        "roll.space": "on {space}",
        "roll.jail": "in jail, try {turn} of {turns}",
        "roll.jail.short": "jail, {turn}/{turns}",
        "roll.fine": "Pay {amount} bail",
        "roll.card": "Use jail card",
        # The space that a roll leads to.
        "buy.subline": "{deed} is for sale",
        "buy.yes": "Buy for {amount}",
        "buy.no": "Auction it",
        "buy.leave": "Leave it",
        "round.last": "Last round",
        "round.of": "Round {number} of {most}",
        # The auction.
        "auction.lead": "Auction · list {price}",
        "auction.list": "List {price}",
        "auction.plain": "Auction",
        "auction.none": "no bid yet",
        "auction.leads": "{player} leads with {amount}",
        "auction.bid": "+{step}",
        "auction.pass": "Pass",
        "auction.sold": "Sell to {player}",
        "auction.unsold": "End without a sale",
        "auction.key in": "Key in",
        "auction.open": "Open the bids",
        "auction.keyed": "{count} of {all} have keyed in",
        # Rent.
        "claim": "{player} collects {amount} from {payer} · until {last} {lapses}",
        "claim.throw": "throws",
        "claim.receive": "has the dice",
        "claim.later": "Collect the newer rent from {payer} first.",
        "claim.ask": "{player} asks for rent",
        # Cards.
        "draw.subline": "{pack}: tap the card you drew",
        "draw.short": "tap the card you drew",
        "card_roll.title": "{player} rolls again",
        "card_roll.subline": "rent of {deed}",
        "card_roll.question": "Rent: {times} times the roll",
        "fine_or_chance.question": "A fine, or a Chance card?",
        "fine_or_chance.pay": "Pay {amount}",
        "fine_or_chance.take": "Take a Chance",
        # Tax. Never reveal how much ten percent is (TAX-3).
        "tax.question": "Pay 10% or {amount}?",
        "tax.flat": "Pay {amount}",
        "tax.tenth": "Pay 10%",
        # Debts.
        "settle.title": "{player} owes {creditor} {amount}",
        "settle.pay": "Pay {amount}",
        "settle.other": "{player} pays {amount}",
        "settle.bankrupt": "{player} is bankrupt: all to {creditor}",
        "settle.bankrupt.for sale": "{player} is bankrupt: deeds for sale",
        # Building shortages, and received mortgages.
        "shortage.title": "{player}: a {building}, too?",
        "shortage.left": "{stock} left",
        "shortage.wants": "{player} wants to build on {deeds}.",
        "shortage.claim": "I want one, too",
        "shortage.waive": "No, thanks",
        "placing.title": "{player} won a {building}",
        "placing.subline": "Where does it go?",
        "mortgage.title": "{player} chooses",
        "mortgage.subline": "{deed} is mortgaged",
        "mortgage.keep": "Keep it: {amount}",
        "mortgage.lift": "Pay it off: {amount}",
        # Prompts without a page of their own.
        "wait.title": "Wait",
        # The end of the game.
        "over.subline": "The game is over",
        "over.one": "{winners} wins",
        "over.many": "{winners} share the win",
    }
)

prompt = PROMPTS.fill
