"""Texts of refusals: what is refused, why, and how to make it legal."""

from companion.engine.refusals import Reason
from companion.text.catalogue import Plurals, Sentences

REFUSALS = Sentences(
    {
        # Who may move, and when.
        Reason.NO_SUCH_PLAYER: "Nobody here is called {player}: at the table are {players}.",
        Reason.PLAYER_IS_OUT: (
            "{player} is out of the game and cannot move: only Undo can change that."
        ),
        Reason.NOT_YOUR_OPENING: (
            "Not yet: these are the throws for who starts, and {turn} is next."
        ),
        Reason.OPENING_DONE: "Who starts is settled: {dice} has the dice and throws.",
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
        Reason.HAS_SEALED_BID: (
            "{player} has keyed in: nothing changes that but Undo, until the bids are opened."
        ),
        Reason.LEADS_AUCTION: "{player} leads with {bid}: wait until somebody bids more.",
        Reason.SELLER_DOES_NOT_BID: "{player} put this up and does not bid for it: the others do.",
        Reason.NOT_AMONG_BIDDERS: (
            "Only those who want to build bid for this building: {player} has to wait for the "
            "next auction."
        ),
        # Rent and debts.
        Reason.NO_CLAIM: (
            "{player} has no rent to collect: ask when somebody lands on {player}'s deed, before "
            "the second player after that {lapses}."
        ),
        Reason.NO_DEBT: "{player} owes nothing, so there is nothing to pay.",
        Reason.CANNOT_PAY_DEBT: (
            "{player} has {cash} and owes {creditor} {amount}: raise {short} more, then pay."
        ),
        Reason.DEBTOR_MAY_NOT: (
            "{player} owes {amount} and may not build, lift a mortgage or bid: pay that first."
        ),
        Reason.NO_RENT_IN_LOTS: (
            "{player} cannot pay with deeds: that is for rent beyond the cash in hand, where the "
            "edition allows it."
        ),
        Reason.LOT_NOT_FREE: (
            "{deed} cannot pay the rent: choose an own deed that is not mortgaged, of a group "
            "without buildings."
        ),
        # Cards, taxes, jail.
        Reason.NO_CARD_TO_DRAW: "{player} has no card to draw: first land on {chance} or {chest}.",
        Reason.NOT_IN_PACK: "There is no such card in {pack}: tap one of the cards shown.",
        Reason.CARD_IS_HELD: (
            "{holder} holds that {pack} card: tap the one that was really drawn."
        ),
        Reason.NO_CHANCE_OFFERED: (
            "{player} cannot take a Chance card: only a card that says “fine or Chance” offers it."
        ),
        Reason.NO_TAX_CHOICE: (
            "{player} has no income tax to choose: the choice comes on landing there."
        ),
        Reason.NOT_IN_JAIL: (
            "{player} has no fine to pay: a player in jail pays it before throwing."
        ),
        Reason.FINE_TOO_LATE: (
            "On turn {turn} in jail {player} throws first: pay {fine} only without doubles."
        ),
        Reason.CANNOT_AFFORD_FINE: (
            "{player} has {cash} and the fine is {amount}: raise {short} more or throw for doubles."
        ),
        Reason.NO_USE_FOR_JAIL_CARD: (
            "{player} cannot use a jail card now: a player in jail uses it before throwing."
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
            "{deed} has its hotel, and nothing comes after that: build on another street."
        ),
        Reason.NOT_READY_FOR_HOTEL: (
            "A hotel on {deed} needs {houses} on every street of the group: build on {first} first."
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
            "{player} has no such building to place there: first win one, then choose a street "
            "that may have it next."
        ),
        Reason.CANNOT_PLACE: (
            "{player} has no street that may have a {building} next: leave it to the others."
        ),
        Reason.NO_BUILDING_THERE: "{deed} has nothing to sell: choose a street with a building.",
        Reason.UNEVEN_SALE: "{first} has more buildings than {deed}: sell from there first.",
        Reason.NO_HOUSES_FOR_HOTEL: (
            "That needs {houses} from the bank, which has {stock}: sell further down, or all "
            "hotels of the group at once."
        ),
        Reason.NOT_ALL_HOTELS: (
            "{deed} has no hotel, and all are sold at once only when every street of the group "
            "has one: sell from one street at a time."
        ),
        Reason.COUNT_FOR_EACH_LOT: (
            "The group has {count} streets: say for each of them, in board order, how many houses "
            "stay."
        ),
        Reason.NOT_SOLD_DOWN: (
            "The group cannot be sold down to that: leave fewer houses than there are, as many on "
            "every street or one more on some."
        ),
        # Mortgages.
        Reason.NOT_YOUR_DEED: (
            "{deed} belongs to {owner}: only its owner mortgages it, or lifts the mortgage."
        ),
        Reason.ALREADY_MORTGAGED: "{deed} is mortgaged already: choose another deed.",
        Reason.GROUP_BUILT: (
            "{deed} cannot be mortgaged while {built} has buildings: sell those first."
        ),
        Reason.NOT_MORTGAGED: "{deed} is not mortgaged, so there is nothing to lift.",
        Reason.CANNOT_AFFORD_LIFT: (
            "{player} has {cash} and lifting {deed} costs {amount}: raise {short} more first."
        ),
        Reason.NO_RECEIVED_MORTGAGE: (
            "{player} is not asked about {deed} now: received mortgages are asked about one by one."
        ),
        Reason.CANNOT_PAY_INTEREST: (
            "{player} would have {cash} and at once pay {amount} interest on the mortgaged deeds: "
            "raise {short} more, or leave them out."
        ),
        # Selling deeds back.
        Reason.NO_SELLING_BACK: "{player} sells no deeds back: the house rule for it is off.",
        Reason.NOT_YOURS_TO_SELL: "{deed} belongs to {owner}: only its owner sells it back.",
        Reason.DEED_NOT_FREE: (
            "{deed} cannot be sold back: first lift its mortgage, and sell the buildings of its "
            "group."
        ),
        Reason.BOUGHT_THIS_TURN: (
            "{deed} was bought in this turn: sell it back when the dice have passed."
        ),
        # Trades.
        Reason.OFFER_OPEN: "{player}'s offer is open: answer it, or take it back, before another.",
        Reason.NO_OFFER: "{player} has no offer to answer or take back: first one has to be made.",
        Reason.EMPTY_OFFER: (
            "A deal needs somebody else, and something to change hands: add a deed, cash or a jail "
            "card."
        ),
        Reason.TRADE_ON_TURN: (
            "{player} and {other} trade when one of them has the dice: wait until then."
        ),
        Reason.BUILD_ON_TURN: "{player} builds only with the dice: wait for the next turn.",
        Reason.TRADE_IN_JAIL: "{player} is in jail, and nobody in jail trades: wait until later.",
        Reason.NOT_YOURS_TO_DEAL: (
            "{player} does not have {thing} to give: choose from what each side owns."
        ),
        Reason.NOT_YOURS_TO_PROMISE: (
            "{player} can promise free landings on {deed} only by owning it after this deal."
        ),
        Reason.NO_LOANS: "{player} can borrow nothing in a deal: the house rule for it is off.",
        Reason.LOAN_OUT_OF_RANGE: (
            "A loan is paid back in 1 to {most} instalments of whole sums: choose such a number "
            "and a sum."
        ),
        Reason.TOO_MANY_LOANS: (
            "{player} has {most} loans, and nobody has more at once: pay one of them off first."
        ),
        Reason.NO_LOAN: "{player} has no loan from {other} that could end.",
        Reason.NOT_YOUR_LOAN: (
            "{player} has lent nothing to {borrower} that could pass to {other}: choose a loan of "
            "somebody else."
        ),
        Reason.DEBT_BEFORE_LOAN: "{player} owes {amount}: pay that before the loan.",
        Reason.CANNOT_PAY_OFF: (
            "{player} has {cash} and still has to pay {other} {amount}: raise {short} more first."
        ),
        Reason.NOT_YOURS_TO_PLEDGE: (
            "{deed} can secure one loan of {player} only: it has to be {player}'s after this deal "
            "and free."
        ),
        Reason.DEED_IS_SECURITY: (
            "{deed} secures a loan from {lender}: pay that loan off first, or give {lender} the "
            "deed."
        ),
        Reason.CANNOT_AFFORD_DEAL: (
            "{player} has {cash} and the deal takes {amount}: raise {short} more or offer less."
        ),
        Reason.DEAL_OF_BUILT_GROUP: (
            "{deed} cannot be in a deal while {built} has buildings: sell those first."
        ),
        Reason.NO_PROMISES: "{player} can promise no free landing: the house rule for it is off.",
        Reason.NOTHING_OWED: "{player} owes {other} nothing that could be released.",
        Reason.DEAL_SAVES_NOBODY: (
            "{player} owes {creditor} {amount} and could raise {can_raise} after this deal: ask "
            "for {short} more."
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
        Reason.NOT_YET_TIME: "The game can end when nothing waits: first {waiting}.",
        Reason.NOTHING_TO_UNDO: "There is nothing to take back: make a move first.",
        Reason.IMPOSSIBLE_RULING: ("That ruling cannot stand: {problem}."),
    }
)

BRIEFLY = Sentences(
    {"short": "{short} short", "no card": "no jail card", "no place": "no free street"}
)
"""Reasons on a button that is refused; a tap tells the whole sentence."""
INSTEAD = Sentences(
    {
        "not a street": "Nothing is built on {deed}: choose a street of a whole group.",
        "no claim on payer": (
            "{player} has no rent to collect from {payer}: ask when somebody lands on {player}'s "
            "deed, before the second player after that {lapses}."
        ),
    }
)
"""Texts for ``NOT_YOUR_GROUP`` without a group, and ``NO_CLAIM`` on one player."""

TOO_MANY = Plurals(
    {
        "undo": (
            "There is only {n} move to take back: undo no more than that.",
            "There are only {n} moves to take back: undo no more than that.",
        ),
    }
)
"""Texts for ``NOTHING_TO_UNDO`` if some moves can still be undone."""
