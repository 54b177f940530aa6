"""The sentence of every refusal: what is refused, why, and what would make it legal."""

from companion.app.wording.language import Plurals, Sentences
from companion.engine.refusal import Reason

REFUSALS = Sentences(
    {
        # Who may move, and when.
        Reason.NO_SUCH_PLAYER: "Nobody here is called {player}: at the table are {players}.",
        Reason.PLAYER_IS_OUT: (
            "{player} is out of the game and cannot move: only Undo goes back there."
        ),
        Reason.NOT_YOUR_OPENING: (
            "Not yet: these are the throws for who starts, and {turn} is next."
        ),
        Reason.OPENING_DONE: "Who starts is settled: {dice} has the dice and throws for the turn.",
        Reason.NOT_YOUR_TURN: (
            "It is not {player}'s turn: {turn} has the dice until this turn is over."
        ),
        Reason.ANSWER_FIRST: "That has to wait: first {waiting}.",
        Reason.NOT_NOW: "That has to wait: first {waiting}.",
        Reason.GAME_IS_OVER: "The game is over: only Undo goes back into it.",
        # Buying and bidding.
        Reason.NOTHING_TO_BUY: (
            "{player} has nothing to buy: first land on a deed that nobody owns."
        ),
        Reason.CANNOT_AFFORD_DEED: (
            "{player} has {cash} and {deed} costs {amount}: raise {short} more or let it be "
            "auctioned."
        ),
        Reason.NOTHING_TO_DECLINE: (
            "{player} has nothing to decline: first land on a deed that nobody owns."
        ),
        Reason.NO_AUCTION: (
            "Nothing is being auctioned: an auction begins when somebody lands on a deed and does "
            "not buy it."
        ),
        Reason.BID_TOO_LOW: "{amount} is too low: bid {least} or more.",
        Reason.CANNOT_AFFORD_BID: (
            "{player} has {cash} and cannot bid {amount}: raise {short} more or pass."
        ),
        Reason.HAS_PASSED: "{player} has passed, which is final: bid again in the next auction.",
        Reason.LEADS_AUCTION: "{player} leads with {bid}: wait until somebody bids more.",
        Reason.SELLER_DOES_NOT_BID: "{player} put this up and does not bid for it: the others do.",
        Reason.NOT_AMONG_BIDDERS: (
            "Only the builder and those who claimed the building bid for it: {player} has to wait "
            "for the next auction."
        ),
        # Rent and debts.
        Reason.NO_CLAIM: (
            "{player} has no rent to collect: ask when somebody has landed on a deed of "
            "{player}'s, before the second player after that {lapses}."
        ),
        Reason.NO_DEBT: "{player} owes nothing, so there is nothing to pay.",
        Reason.CANNOT_PAY_DEBT: (
            "{player} has {cash} and owes {creditor} {amount}: raise {short} more, then pay."
        ),
        Reason.DEBTOR_MAY_NOT: (
            "{player} owes {amount} and may neither build nor lift a mortgage: pay that first."
        ),
        Reason.NO_RENT_IN_LOTS: (
            "{player} cannot pay in lots: that is for rent beyond the cash in hand, where the "
            "edition allows it."
        ),
        Reason.LOT_NOT_FREE: (
            "{deed} does not do for the rent: choose a deed of one's own that is not mortgaged, of "
            "a group without buildings."
        ),
        # Cards, taxes, jail.
        Reason.NO_CARD_TO_DRAW: "{player} has no card to draw: first land on {chance} or {chest}.",
        Reason.NOT_IN_PACK: "There is no such card in {pack}: tap one of the cards shown.",
        Reason.CARD_IS_HELD: (
            "{holder} holds that card of {pack}: tap the one that was really drawn."
        ),
        Reason.NO_CHANCE_OFFERED: (
            "{player} cannot take a Chance card: only a card that says “fine or Chance” offers it."
        ),
        Reason.NO_TAX_CHOICE: (
            "{player} has no income tax to choose: the choice comes on landing there."
        ),
        Reason.NOT_IN_JAIL: (
            "{player} has no fine to pay: it leads out of jail, on one's own turn, before throwing."
        ),
        Reason.FINE_TOO_LATE: (
            "It is turn {turn} in jail, too late for {player} to pay first: throw, and pay "
            "{fine} only without doubles."
        ),
        Reason.CANNOT_AFFORD_FINE: (
            "{player} has {cash} and the fine is {amount}: raise {short} more or throw for doubles."
        ),
        Reason.NO_USE_FOR_JAIL_CARD: (
            "{player} cannot use a jail card now: it leads out of jail, on one's own turn, before "
            "throwing."
        ),
        Reason.NO_JAIL_CARD: "{player} holds no jail card: throw for doubles, or get a card first.",
        # Building and selling back.
        Reason.NOT_YOUR_GROUP: (
            "{player} needs the whole group for buildings on {deed}: {missing} belongs to {owner}."
        ),
        Reason.GROUP_MORTGAGED: (
            "Nothing is built on {deed} while {mortgaged} is mortgaged: lift that mortgage first."
        ),
        Reason.HAS_HOTEL: (
            "{deed} has its hotel, and nothing comes after that: build on another lot."
        ),
        Reason.NOT_READY_FOR_HOTEL: (
            "A hotel on {deed} needs {houses} on every lot of the group: build on {first} first."
        ),
        Reason.UNEVEN: "{first} has fewer buildings than {deed}: build there first.",
        Reason.NO_BUILDING_LEFT: (
            "The bank has no {building} left for {deed}: wait until one comes back."
        ),
        Reason.CANNOT_AFFORD_BUILDING: (
            "{player} has {cash} and building on {deed} costs {amount}: raise {short} more first."
        ),
        Reason.NOT_ASKED_TO_SHARE: (
            "{player} is not asked about a building: that comes when the bank runs short and "
            "{player} could build one, too."
        ),
        Reason.NOTHING_TO_PLACE: (
            "{player} has no such building to place there: first win one, then choose a lot that "
            "may carry it next."
        ),
        Reason.CANNOT_PLACE: (
            "{player} has no lot that may carry a {building} next: leave it to the others."
        ),
        Reason.NO_BUILDING_THERE: "{deed} carries nothing to sell: choose a lot with a building.",
        Reason.UNEVEN_SALE: "{first} has more buildings than {deed}: sell from there first.",
        Reason.NO_HOUSES_FOR_HOTEL: (
            "That needs {houses} from the bank, which has {stock}: sell further down, or all "
            "hotels of the group at once."
        ),
        Reason.NOT_ALL_HOTELS: (
            "{deed} has no hotel, and all are sold at once only when every lot of the group has "
            "one: sell from one lot at a time."
        ),
        Reason.NOT_SOLD_DOWN: (
            "The group cannot be sold down to that: leave fewer houses than stand there, and as "
            "many on every lot or one more."
        ),
        # Mortgages.
        Reason.NOT_YOUR_DEED: (
            "{deed} belongs to {owner}: only its owner mortgages it, or lifts the mortgage."
        ),
        Reason.ALREADY_MORTGAGED: "{deed} is mortgaged already: choose another deed.",
        Reason.GROUP_BUILT: (
            "{deed} cannot be mortgaged while {built} carries buildings: sell those first."
        ),
        Reason.NOT_MORTGAGED: "{deed} is not mortgaged, so there is nothing to lift.",
        Reason.CANNOT_AFFORD_LIFT: (
            "{player} has {cash} and lifting {deed} costs {amount}: raise {short} more first."
        ),
        Reason.NO_RECEIVED_MORTGAGE: (
            "{player} is not asked about {deed} now: mortgages received are answered for one by "
            "one."
        ),
        Reason.CANNOT_PAY_INTEREST: (
            "{player} would have {cash} and at once pay {amount} on the mortgages received: raise "
            "{short} more, or leave them out."
        ),
        # Deals.
        Reason.OFFER_OPEN: "{player}'s offer is open: answer it, or take it back, before another.",
        Reason.NO_OFFER: "{player} has no offer to answer or take back: first one has to be made.",
        Reason.EMPTY_OFFER: (
            "A deal needs somebody else, and something to change hands: add a deed, cash or a jail "
            "card."
        ),
        Reason.NOT_YOURS_TO_DEAL: (
            "{player} does not have {thing} to deal: choose from what each side owns."
        ),
        Reason.CANNOT_AFFORD_DEAL: (
            "{player} has {cash} and the deal takes {amount}: raise {short} more or offer less."
        ),
        Reason.DEAL_OF_BUILT_GROUP: (
            "{deed} cannot be dealt while {built} carries buildings: sell those first."
        ),
        Reason.DEAL_WEAKENS_DEBTOR: (
            "{player} is in debt and could raise less after this deal: pay first, or ask for more."
        ),
        # Leaving and ending.
        Reason.NOT_BANKRUPT: (
            "{player} owes {amount} and can raise {can_raise}, which is enough: sell, mortgage and "
            "pay."
        ),
        Reason.HIGH_BIDDER_STAYS: "{player} leads the auction and can leave when it is over.",
        Reason.NO_TIME_LIMIT: "This game has no time limit that could be up: play on.",
        Reason.NOT_YET_TIME: "Time is up as soon as nothing waits: first {waiting}.",
        Reason.NOTHING_TO_UNDO: "There is nothing to take back: make a move first.",
        Reason.IMPOSSIBLE_RULING: (
            "That ruling cannot stand: {problem}. Change it so that everything still adds up."
        ),
    }
)

INSTEAD = Sentences(
    {
        "not a street": "{deed} carries no buildings: choose a street of a whole group.",
        "no claim on payer": (
            "{player} has no rent to collect from {payer}: ask when somebody has landed on a deed "
            "of {player}'s, before the second player after that {lapses}."
        ),
    }
)
"""For ``NOT_YOUR_GROUP`` where there is no group to complete; for ``NO_CLAIM`` on one player."""

TOO_MANY = Plurals(
    {
        "undo": (
            "There is only {n} move to take back: undo no more than that.",
            "There are only {n} moves to take back: undo no more than that.",
        ),
    }
)
"""For ``NOTHING_TO_UNDO`` where there is something."""
