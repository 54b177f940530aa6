"""Moves before a scene, by players with the longest names."""

LONGEST = (
    "Wilhelmina_Maria",
    "Maximilian_Otto",
    "Bartholomew_Finn",
    "Anne-Marie_Louis",
    "Konstantin_Felix",
    "Theodora_Susanne",
    "Christopher_John",
    "Elisabeth_Regina",
    "Alexander_Moritz",
    "Magdalena_Sophie",
    "Sebastian_Martin",
    "Dr._Mrs._Wobbles",
)
COUNTS = (2, 4, 8, 12)
WINDOWS = ((800, 480), (480, 800), (720, 1280), (1280, 800))
A, B = (name.replace("_", " ") for name in LONGEST[:2])
CONNECTICUT = f"ruling: {B} owns Connecticut Avenue"
POSITIONS = {
    "roll": [f"ruling: {A} owns Boardwalk; {B} owns Baltic Avenue"],
    "buy": [f"{A} throws 4 5"],
    "cannot afford": [f"ruling: {A} has $40", f"{A} throws 4 5"],
    "claim": [CONNECTICUT, f"{A} throws 4 5"],
    "buy and claim": [
        CONNECTICUT,
        f"{A} throws 4 5",
        f"{B} throws 5 6",
    ],
    "buy and claims": [
        f"ruling: {B} owns Connecticut Avenue; {A} owns Vermont Avenue",
        f"{A} throws 4 5",
        f"ruling: {B} has the dice; {B} stands on GO",
        f"{B} throws 4 4",
        f"{B} throws 1 5",
    ],
    "auction": [f"{A} throws 4 5", f"{A} declines", f"{B} bids $1200"],
    "card": [f"{A} throws 3 4"],
    "jail": [f"ruling: {A} is in jail; {A} holds chance jail card; {A} has the dice"],
    "jail and claim": [
        CONNECTICUT,
        f"{A} throws 4 5",
        f"ruling: {B} is in jail; {B} holds chance jail card",
    ],
    "jail without a card": [
        CONNECTICUT,
        f"{A} throws 4 5",
        f"ruling: {B} is in jail",
    ],
    "jail and claims": [
        f"ruling: {B} owns Oriental Avenue; {B} owns Vermont Avenue; {B} owns St. Charles Place",
        f"{A} throws 3 3",
        f"{A} throws 1 1",
        f"{A} throws 1 2",
        f"ruling: {B} is in jail; {B} holds chance jail card",
    ],
    "throw for a card": [
        f"ruling: {B} owns Electric Company; {B} owns Water Works",
        f"{A} throws 3 4",
        f"{A} draws nearest-utility",
    ],
    "tax": [f"{A} throws 1 3"],
    "debt": [
        f"ruling: {A} has $20; {B} owns Boardwalk; {A} stands on Park Place",
        f"{A} throws 1 1",
        f"{B} collects rent",
    ],
}
OWNED = "ruling: " + "; ".join(
    [
        *(f"{A} owns {lot} Avenue" for lot in ("Oriental", "Vermont", "Connecticut")),
        *(f"{A} owns {lot}" for lot in ("Boardwalk", "Park Place", "Mediterranean Avenue")),
        *(f"{A} owns {lot}" for lot in ("North Carolina Avenue", "Pennsylvania Railroad")),
        *(f"{B} owns {lot}" for lot in ("Pacific Avenue", "Water Works", "Short Line")),
        "Boardwalk carries hotel",
        "Park Place carries hotel",
        "Water Works is mortgaged",
    ]
)
BARE = "ruling: Boardwalk carries nothing; Park Place carries nothing"
