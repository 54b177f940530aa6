"""Texts of the pay screen: a payment that no rule asks for."""

from companion.engine.state import BANK, POT
from companion.text.catalogue import Sentences

PAY = Sentences(
    {
        "title": "Pay",
        "payer": "Who pays?",
        "payee": "Who gets it?",
        "pays": "Pays",
        "gets": "Gets",
        "amount": "Amount",
        "all": "All",
        "pay": "Pay {payee} {amount}",
        "pay nothing": "Pay {payee}",
        "bank pays": "Bank pays {payee} {amount}",
        "pot pays": "Pot pays {payee} {amount}",
        "no amount": "Key in an amount",
        "short": "Short by {amount}",
        "ruling": "Booked as a ruling",
        BANK: "Bank",
        POT: "Pot",
    }
)
"""Texts by purpose."""

text_of = PAY.fill
