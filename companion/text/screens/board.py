"""Texts of the board screen: the chosen space, and everybody's net worth."""

from companion.text.catalogue import Sentences

BOARD = Sentences(
    {
        "board": "Board",
        "worth": "Net worth",
        "hidden": "Choose the tax first",
        "for sale": "For sale",
        "price": "for {amount}",
        "mortgaged": "mortgaged",
        "paid for itself": "paid for itself",
        "full set": "full set",
        "rent now": "Rent {amount}",
        "with": "with",
        "mortgage": "Mortgage",
        "earned": "Earned",
        "salary": "Salary",
        "salary passing": "For passing",
        "tax": "Tax",
        "choice": "10% or {amount}",
        "tenth": "10%",
        "bail": "Bail",
        "pot": "Pot",
    }
)
"""Texts by purpose."""

text_of = BOARD.fill
