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
        "NOT_YOUR_GROUP(deed=Boardwalk, missing=Park Place, owner=bank, player=Ann)",
    ),
    Reason.GROUP_MORTGAGED: (
        (f"{BLUES}; Park Place is mortgaged",),
        "Ann builds on Boardwalk",
        "GROUP_MORTGAGED(deed=Boardwalk, mortgaged=Park Place)",
    ),
    Reason.HAS_HOTEL: (
        (HOTELS,),
        "Ann builds on Boardwalk",
        "HAS_HOTEL(deed=Boardwalk)",
    ),
    Reason.NOT_READY_FOR_HOTEL: (
        (f"{BLUES}; Boardwalk carries 4 houses; Park Place carries 3 houses",),
        "Ann builds on Boardwalk",
        "NOT_READY_FOR_HOTEL(deed=Boardwalk, first=Park Place, houses=house(n=4))",
    ),
    Reason.UNEVEN: (
        (BLUES, "Ann builds on Boardwalk"),
        "Ann builds on Boardwalk",
        "UNEVEN(deed=Boardwalk, first=Park Place)",
    ),
    Reason.NO_BUILDING_LEFT: (
        (ALL_HOUSES, BLUES),
        "Ann builds on Boardwalk",
        "NO_BUILDING_LEFT(building=house, deed=Boardwalk)",
    ),
    Reason.CANNOT_AFFORD_BUILDING: (
        (f"{BLUES}; Ann has $150",),
        "Ann builds on Boardwalk",
        "CANNOT_AFFORD_BUILDING(amount=$200, cash=$150, deed=Boardwalk, player=Ann, short=$50)",
    ),
    Reason.NOT_ASKED_TO_SHARE: (
        (),
        "Bob claims",
        "NOT_ASKED_TO_SHARE(player=Bob)",
    ),
    Reason.NOTHING_TO_PLACE: (
        (),
        PlaceBuilding("Ann", "boardwalk"),
        "NOTHING_TO_PLACE(player=Ann)",
    ),
    Reason.NO_BUILDING_THERE: (
        (BLUES,),
        "Ann sells from Boardwalk",
        "NO_BUILDING_THERE(deed=Boardwalk)",
    ),
    Reason.UNEVEN_SALE: (
        (BLUES, "Ann builds on Boardwalk, Park Place, Boardwalk"),
        "Ann sells from Park Place",
        "UNEVEN_SALE(deed=Park Place, first=Boardwalk)",
    ),
    Reason.NO_HOUSES_FOR_HOTEL: (
        (ALL_HOUSES, HOTELS),
        "Ann sells from Boardwalk",
        "NO_HOUSES_FOR_HOTEL(houses=house(n=4), stock=0)",
    ),
    Reason.NOT_ALL_HOTELS: (
        (f"{BLUES}; Boardwalk carries hotel; Park Place carries 4 houses",),
        "Ann sells hotels of dark blue",
        "NOT_ALL_HOTELS(deed=Park Place)",
    ),
    Reason.COUNT_FOR_EACH_LOT: (
        (BUILT,),
        "Ann sells dark blue down to 0",
        "COUNT_FOR_EACH_LOT(count=2)",
    ),
    Reason.NOT_SOLD_DOWN: (
        (BUILT,),
        "Ann sells dark blue down to 2, 2",
        "NOT_SOLD_DOWN",
    ),
    Reason.NOT_YOUR_DEED: (
        ("ruling: Bob owns Baltic Avenue",),
        "Ann mortgages Baltic Avenue",
        "NOT_YOUR_DEED(deed=Baltic Avenue, owner=Bob)",
    ),
    Reason.ALREADY_MORTGAGED: (
        (MORTGAGED,),
        "Ann mortgages Baltic Avenue",
        "ALREADY_MORTGAGED(deed=Baltic Avenue)",
    ),
    Reason.GROUP_BUILT: (
        (BLUES, "Ann builds on Park Place"),
        "Ann mortgages Boardwalk",
        "GROUP_BUILT(built=Park Place, deed=Boardwalk)",
    ),
    Reason.NOT_MORTGAGED: (
        ("ruling: Ann owns Baltic Avenue",),
        "Ann lifts Baltic Avenue",
        "NOT_MORTGAGED(deed=Baltic Avenue)",
    ),
    Reason.CANNOT_AFFORD_LIFT: (
        (f"{MORTGAGED}; Ann has $30",),
        "Ann lifts Baltic Avenue",
        "CANNOT_AFFORD_LIFT(amount=$33, cash=$30, deed=Baltic Avenue, player=Ann, short=$3)",
    ),
    Reason.NO_RECEIVED_MORTGAGE: (
        (MORTGAGED,),
        "Ann keeps mortgage on Baltic Avenue",
        "NO_RECEIVED_MORTGAGE(deed=Baltic Avenue, player=Ann)",
    ),
    Reason.CANNOT_PAY_INTEREST: (
        ("ruling: Bob has $2", MORTGAGED),
        "Ann offers Bob Baltic Avenue for nothing",
        "CANNOT_PAY_INTEREST(amount=$3, cash=$2, player=Bob, short=$1)",
    ),
    Reason.OFFER_OPEN: (
        ("Ann offers Bob $10 for nothing",),
        "Cy offers Bob $10 for nothing",
        "OFFER_OPEN(player=Ann)",
    ),
    Reason.NO_OFFER: (
        (),
        "Bob accepts",
        "NO_OFFER(player=Bob)",
    ),
    Reason.EMPTY_OFFER: (
        (),
        "Ann offers Bob nothing for nothing",
        "EMPTY_OFFER",
    ),
    Reason.NOT_YOURS_TO_DEAL: (
        (),
        "Ann offers Bob Boardwalk for nothing",
        "NOT_YOURS_TO_DEAL(player=Ann, thing=Boardwalk)",
    ),
    Reason.CANNOT_AFFORD_DEAL: (
        ("ruling: Bob has $10",),
        "Ann offers Bob nothing for $25",
        "CANNOT_AFFORD_DEAL(amount=$25, cash=$10, player=Bob, short=$15)",
    ),
    Reason.NO_PROMISES: (
        (BLUES,),
        "Ann offers Bob free landing on Boardwalk 2 times for $25",
        "NO_PROMISES(player=Ann)",
    ),
    Reason.NOTHING_OWED: (
        (),
        "Ann offers Bob the debt for $25",
        "NOTHING_OWED(other=Ann, player=Bob)",
    ),
    Reason.DEAL_OF_BUILT_GROUP: (
        (BLUES, "Ann builds on Park Place"),
        "Ann offers Bob Boardwalk for $50",
        "DEAL_OF_BUILT_GROUP(built=Park Place, deed=Boardwalk)",
    ),
    Reason.DEBTOR_MAY_NOT: (
        (*IN_DEBT, BLUES),
        "Ann builds on Boardwalk",
        "DEBTOR_MAY_NOT(amount=$75, player=Ann)",
    ),
    Reason.DEAL_SAVES_NOBODY: (
        (*IN_DEBT, "ruling: Ann has $70; Ann owns Boardwalk; Boardwalk is mortgaged"),
        "Ann offers Bob Boardwalk for $4",
        "DEAL_SAVES_NOBODY(amount=$75, can_raise=$74, creditor=bank, player=Ann, short=$1)",
    ),
    Reason.DEAL_WEAKENS_DEBTOR: (
        (*IN_DEBT, BLUES),
        "Ann offers Bob Boardwalk for $5",
        "DEAL_WEAKENS_DEBTOR(player=Ann)",
    ),
    Reason.NO_RENT_IN_LOTS: (
        (*IN_DEBT, BLUES),
        "Ann hands over Boardwalk",
        "NO_RENT_IN_LOTS(player=Ann)",
    ),
    Reason.NOT_BANKRUPT: (
        (*IN_DEBT, BLUES),
        "Ann goes bankrupt",
        "NOT_BANKRUPT(amount=$75, can_raise=$415, player=Ann)",
    ),
    Reason.HIGH_BIDDER_STAYS: (
        ("Ann throws 1 2", "Ann declines", "Bob bids $5"),
        "Bob leaves",
        "HIGH_BIDDER_STAYS(player=Bob)",
    ),
    Reason.NOT_AMONG_BIDDERS: (
        (*ONE_LEFT, "Ann builds on Boardwalk", "Cy claims"),
        "Bob bids $5",
        "NOT_AMONG_BIDDERS(player=Bob)",
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
        "LOT_NOT_FREE(deed=Baltic Avenue)",
    ),
    Reason.SELLER_DOES_NOT_BID: (
        (*OWING_RENT, "ruling: Ann owns Baltic Avenue", "Ann puts up Baltic Avenue", "Bob leaves"),
        "Ann bids $5",
        "SELLER_DOES_NOT_BID(player=Ann)",
    ),
}
