"""What is said when the rules of deeds refuse: what led there, what is refused, the sentence."""

from companion.engine.moves import Move, PlaceBuilding
from companion.engine.refusals import Reason

BLUES = "ruling: Ann owns Park Place; Ann owns Boardwalk"
BUILT = f"{BLUES}; Boardwalk carries 2 houses; Park Place carries 2 houses"
HOTELS = f"{BLUES}; Boardwalk carries hotel; Park Place carries hotel"
ALL_HOUSES = (
    "ruling: Bob owns Pacific Avenue; Bob owns North Carolina Avenue; "
    "Bob owns Pennsylvania Avenue; "
    "Bob owns Kentucky Avenue; Bob owns Indiana Avenue; Bob owns Illinois Avenue; "
    "Bob owns Atlantic Avenue; Bob owns Ventnor Avenue; "
    "Pacific Avenue carries 4 houses; North Carolina Avenue carries 4 houses; "
    "Pennsylvania Avenue carries 4 houses; Kentucky Avenue carries 4 houses; "
    "Indiana Avenue carries 4 houses; Illinois Avenue carries 4 houses; "
    "Atlantic Avenue carries 4 houses; Ventnor Avenue carries 4 houses"
)
MORTGAGED = "ruling: Ann owns Baltic Avenue; Baltic Avenue is mortgaged"
IN_DEBT = ("ruling: Ann has $40; Ann stands on space 36", "Ann throws 1 1")

ONE_LEFT = (
    ALL_HOUSES.replace("Ventnor Avenue carries 4 houses", "Ventnor Avenue carries 3 houses"),
    f"{BLUES}; Cy owns Mediterranean Avenue; Cy owns Baltic Avenue",
)

REFUSED: dict[Reason, tuple[tuple[str, ...], str | Move, str]] = {
    Reason.NOT_YOUR_GROUP: (
        ("ruling: Ann owns Boardwalk",),
        "Ann builds on Boardwalk",
        "Ann needs the whole group for buildings on Boardwalk: Park Place belongs to the bank.",
    ),
    Reason.GROUP_MORTGAGED: (
        (f"{BLUES}; Park Place is mortgaged",),
        "Ann builds on Boardwalk",
        "Nothing is built on Boardwalk while Park Place is mortgaged: lift that mortgage first.",
    ),
    Reason.HAS_HOTEL: (
        (HOTELS,),
        "Ann builds on Boardwalk",
        "Boardwalk has its hotel, and nothing comes after that: build on another street.",
    ),
    Reason.NOT_READY_FOR_HOTEL: (
        (f"{BLUES}; Boardwalk carries 4 houses; Park Place carries 3 houses",),
        "Ann builds on Boardwalk",
        "A hotel on Boardwalk needs 4 houses on every street of the group: build on Park Place "
        "first.",
    ),
    Reason.UNEVEN: (
        (BLUES, "Ann builds on Boardwalk"),
        "Ann builds on Boardwalk",
        "Park Place has fewer buildings than Boardwalk: build there first.",
    ),
    Reason.NO_BUILDING_LEFT: (
        (ALL_HOUSES, BLUES),
        "Ann builds on Boardwalk",
        "The bank has no house left for Boardwalk: wait until one comes back.",
    ),
    Reason.CANNOT_AFFORD_BUILDING: (
        (f"{BLUES}; Ann has $150",),
        "Ann builds on Boardwalk",
        "Ann has $150 and building on Boardwalk costs $200: raise $50 more first.",
    ),
    Reason.NOT_ASKED_TO_SHARE: (
        (),
        "Bob claims",
        "Bob is not asked about a building: that comes when the bank runs short and Bob could "
        "build one, too.",
    ),
    Reason.NOTHING_TO_PLACE: (
        (),
        PlaceBuilding("Ann", "boardwalk"),
        "Ann has no such building to place there: first win one, then choose a street that may "
        "have it next.",
    ),
    Reason.NO_BUILDING_THERE: (
        (BLUES,),
        "Ann sells from Boardwalk",
        "Boardwalk has nothing to sell: choose a street with a building.",
    ),
    Reason.UNEVEN_SALE: (
        (BLUES, "Ann builds on Boardwalk, Park Place, Boardwalk"),
        "Ann sells from Park Place",
        "Boardwalk has more buildings than Park Place: sell from there first.",
    ),
    Reason.NO_HOUSES_FOR_HOTEL: (
        (ALL_HOUSES, HOTELS),
        "Ann sells from Boardwalk",
        "That needs 4 houses from the bank, which has 0: sell further down, or all hotels of the "
        "group at once.",
    ),
    Reason.NOT_ALL_HOTELS: (
        (f"{BLUES}; Boardwalk carries hotel; Park Place carries 4 houses",),
        "Ann sells hotels of dark blue",
        "Park Place has no hotel, and all are sold at once only when every street of the group "
        "has one: sell from one street at a time.",
    ),
    Reason.NOT_SOLD_DOWN: (
        (BUILT,),
        "Ann sells dark blue down to 2, 2",
        "The group cannot be sold down to that: leave fewer houses than there are, as many on "
        "every street or one more on some.",
    ),
    Reason.NOT_YOUR_DEED: (
        ("ruling: Bob owns Baltic Avenue",),
        "Ann mortgages Baltic Avenue",
        "Baltic Avenue belongs to Bob: only its owner mortgages it, or lifts the mortgage.",
    ),
    Reason.ALREADY_MORTGAGED: (
        (MORTGAGED,),
        "Ann mortgages Baltic Avenue",
        "Baltic Avenue is mortgaged already: choose another deed.",
    ),
    Reason.GROUP_BUILT: (
        (BLUES, "Ann builds on Park Place"),
        "Ann mortgages Boardwalk",
        "Boardwalk cannot be mortgaged while Park Place has buildings: sell those first.",
    ),
    Reason.NOT_MORTGAGED: (
        ("ruling: Ann owns Baltic Avenue",),
        "Ann lifts Baltic Avenue",
        "Baltic Avenue is not mortgaged, so there is nothing to lift.",
    ),
    Reason.CANNOT_AFFORD_LIFT: (
        (f"{MORTGAGED}; Ann has $30",),
        "Ann lifts Baltic Avenue",
        "Ann has $30 and lifting Baltic Avenue costs $33: raise $3 more first.",
    ),
    Reason.NO_RECEIVED_MORTGAGE: (
        (MORTGAGED,),
        "Ann keeps mortgage on Baltic Avenue",
        "Ann is not asked about Baltic Avenue now: received mortgages are asked about one by one.",
    ),
    Reason.CANNOT_PAY_INTEREST: (
        ("ruling: Bob has $2", MORTGAGED),
        "Ann offers Bob Baltic Avenue for nothing",
        "Bob would have $2 and at once pay $3 interest on the mortgaged deeds: raise $1 more, or "
        "leave them out.",
    ),
    Reason.OFFER_OPEN: (
        ("Ann offers Bob $10 for nothing",),
        "Cy offers Bob $10 for nothing",
        "Ann's offer is open: answer it, or take it back, before another.",
    ),
    Reason.NO_OFFER: (
        (),
        "Bob accepts",
        "Bob has no offer to answer or take back: first one has to be made.",
    ),
    Reason.EMPTY_OFFER: (
        (),
        "Ann offers Bob nothing for nothing",
        "A deal needs somebody else, and something to change hands: add a deed, cash or a jail "
        "card.",
    ),
    Reason.NOT_YOURS_TO_DEAL: (
        (),
        "Ann offers Bob Boardwalk for nothing",
        "Ann does not have Boardwalk to give: choose from what each side owns.",
    ),
    Reason.CANNOT_AFFORD_DEAL: (
        ("ruling: Bob has $10",),
        "Ann offers Bob nothing for $25",
        "Bob has $10 and the deal takes $25: raise $15 more or offer less.",
    ),
    Reason.DEAL_OF_BUILT_GROUP: (
        (BLUES, "Ann builds on Park Place"),
        "Ann offers Bob Boardwalk for $50",
        "Boardwalk cannot be in a deal while Park Place has buildings: sell those first.",
    ),
    Reason.DEBTOR_MAY_NOT: (
        (*IN_DEBT, BLUES),
        "Ann builds on Boardwalk",
        "Ann owes $75 and may not build, lift a mortgage or bid: pay that first.",
    ),
    Reason.DEAL_WEAKENS_DEBTOR: (
        (*IN_DEBT, BLUES),
        "Ann offers Bob Boardwalk for $5",
        "Ann is in debt and could raise less after this deal: pay first, or ask for more.",
    ),
    Reason.NO_RENT_IN_LOTS: (
        (*IN_DEBT, BLUES),
        "Ann hands over Boardwalk",
        "Ann cannot pay with deeds: that is for rent beyond the cash in hand, where the edition "
        "allows it.",
    ),
    Reason.NOT_BANKRUPT: (
        (*IN_DEBT, BLUES),
        "Ann goes bankrupt",
        "Ann owes $75 and can raise $415, which is enough: sell, mortgage and pay.",
    ),
    Reason.HIGH_BIDDER_STAYS: (
        ("Ann throws 1 2", "Ann declines", "Bob bids $5"),
        "Bob leaves",
        "Bob leads the auction and can leave when it is over.",
    ),
    Reason.NOT_AMONG_BIDDERS: (
        (*ONE_LEFT, "Ann builds on Boardwalk", "Cy claims"),
        "Bob bids $5",
        "Only those who want to build bid for this building: Bob has to wait for the next auction.",
    ),
}

OWING_RENT = (
    "ruling: Ann has $5; Bob owns Virginia Avenue; Ann stands on Oriental Avenue",
    "Ann throws 5 3",
    "Bob collects rent",
)
IN_1935 = {
    Reason.LOT_NOT_FREE: (
        (*OWING_RENT, "ruling: Ann owns Baltic Avenue; Baltic Avenue is mortgaged"),
        "Ann hands over Baltic Avenue",
        "Baltic Avenue cannot pay the rent: choose an own deed that is not mortgaged, of a group "
        "without buildings.",
    ),
    Reason.SELLER_DOES_NOT_BID: (
        (*OWING_RENT, "ruling: Ann owns Baltic Avenue", "Ann puts up Baltic Avenue"),
        "Ann bids $5",
        "Ann put this up and does not bid for it: the others do.",
    ),
}
