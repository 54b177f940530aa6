"""Texts of the game report and of the statistics."""

from companion.text.catalogue import Sentences

REPORT = Sentences(
    {
        # Header.
        "game": "Game {number}",
        "won": "{winners} won",
        "wins": "{winners} wins",
        "open": "Not over yet",
        "when": "{began} to {until}",
        "imported": "imported",
        "imported on": "{day}, imported",
        "played": "edition {edition} · {board} · {moves}",
        "house": "house rules: {rules}",
        "sound": "The ledger is sound",
        "not sound": "The ledger is NOT SOUND",
        # Standings.
        "player": "player",
        "cash": "cash",
        "deeds": "deeds",
        "buildings": "buildings",
        "worth": "worth",
        "out": "out in turn {turn}",
        "out by": "out in turn {turn}, by {player}",
        "cash of": "{amount} cash",
        "took lead": "{player} was ahead for good from turn {turn}: {event}.",
        "kept lead": (
            "{player} was ahead from turn {since} to the end. Turn {turn} brought the most:"
            " {event}."
        ),
        "led": "{player} was ahead from turn {turn} to the end.",
        "never led": "{player} was never far ahead until the end.",
        "rent brought": "Rent brought {player} {amount}, {percent} % of all the rent there was.",
        "best deed": "{deed} alone earned {player} {amount}.",
        "largest": "The largest payment: {payer} paid {payee} {amount}, {why} (move {number}).",
        # Worth.
        "worth over time": "How it came about",
        "turn": "turn",
        "move": "move",
        "what happened": "what happened",
        "cash and property": "Cash, deeds and buildings",
        "cash lead": "What lay in hand, and what had been laid out on the board.",
        "on the board": "deeds and buildings",
        "awards": "Awards",
        # Money.
        "money": "Where the money went",
        "money lead": (
            "What each player got and gave, by what it was for. Whoever adds up a column has that"
            " player's cash."
        ),
        "purpose": "for what",
        "why start": "to begin with",
        "why salary": "passing GO",
        "why rent in": "rent got",
        "why rent out": "rent paid",
        "why price": "deeds bought",
        "why bid": "auctions",
        "why build": "building",
        "why sell": "buildings sold",
        "why mortgage": "mortgages",
        "why lift": "mortgages lifted",
        "why interest": "interest",
        "why tax": "taxes",
        "why fine": "fines",
        "why card": "cards",
        "why pot": "the pot",
        "why bonus": "bonus for two ones",
        "why buyback": "properties sold back",
        "why deal": "deals",
        "why loan": "loans paid back",
        "why estate": "from players who went out",
        "why ruling": "rulings",
        "why seat": "seats handed over",
        "cash now": "cash at the end",
        "who paid whom": "Who paid whom",
        "matrix lead": "From the left to the top, everything together.",
        "pays": "pays",
        "paid in all": "paid in all",
        # Bar of a telephone.
        "bar chances": "Chances",
        "bar worth": "Worth",
        "bar turned": "Choices",
        "bar deeds": "Rent",
        "bar dice": "Dice",
        "bar moves": "Moves",
        # Deeds.
        "rent by deed": "Rent by property",
        "other deeds": "The other {deeds} brought {amount} together.",
        # Moves behind the figures.
        "behind": "The moves behind the figures",
        "behind lead": "Each leads to its move; the small numbers are the turns.",
        "figure of": "{name}: {what}",
        "payer to payee": "{payer} to {payee}",
        "in turn": "turn {turn}",
        "deed by deed": "Deed by deed",
        "deeds lead": (
            "What was put into a deed, and what it brought. It has paid for itself since its rents"
            " have brought in its price and its buildings."
        ),
        "deed": "deed",
        "owner": "at the end",
        "price": "price",
        "built": "built",
        "rents": "rents",
        "rent": "rent",
        "net": "left over",
        "paid for itself": "paid for itself",
        "after turns": "after {turns}",
        "not yet": "not yet",
        # Landings.
        "landings": "Where the tokens stood",
        "landings lead": (
            "How often each space was reached, by a throw or a card: {count} times in all. Warm"
            " spaces saw more than the long run makes likely on this board with its cards, cool"
            " ones less."
        ),
        "space": "space",
        "landed": "landings",
        "expected": "expected",
        "every space": "Every space",
        "above": "more often than expected",
        "below": "less often than expected",
        # Dice.
        "dice": "Were the dice fair?",
        "by tray": "Thrown by the tray",
        "by hand": "Thrown without the tray",
        "throws of": (
            "{count} throws, {doubles} of them doubles; about {expected} were to be expected."
        ),
        "sum": "sum",
        "thrown": "thrown",
        "usual": "usual",
        "figures": "The figures",
        "these dice": "these dice",
        "fair dice": "fair dice",
        "band lead": (
            "Each sum is beside what fair dice do on average. The line on it is what they do on 95"
            " evenings of 100."
        ),
        "sums fit": "The sums: {verdict}",
        "faces fit": "The single dice: {verdict}",
        "fit well": (
            "fair dice are at least this uneven on {percent} evenings of 100. Nothing speaks"
            " against these."
        ),
        "fit odd": (
            "fair dice are at least this uneven on only {percent} evenings of 100. That happens;"
            " if it happens often, look at the dice."
        ),
        "fit badly": (
            "fair dice are this uneven on fewer than one evening of 100. Either this was a rare"
            " evening, or these dice are not fair."
        ),
        "too few": "too few throws to tell.",
        "chi-square": "chi-square {value}, {degrees} degrees of freedom, p = {p}",
        "unused": "Besides, the tray told of throws that became no move: {outcomes}.",
        "refused": "nobody was to throw: {count}",
        "discarded": "not wanted: {count}",
        "fault": "not readable: {count}",
        "rent dodged": "Rent dodged",
        "dodged lead": (
            "What everybody's throws could be expected to cost in rent, from where the token stood"
            " each time, and the rent they did lead to, asked for or not."
        ),
        "throws": "throws",
        "rent expected": "rent expected",
        "rent met": "rent met",
        "dodged": "dodged",
        # Activity.
        "else": "What else went on",
        "salaries": "times past GO",
        "salary": "salary",
        "jailed": "sent to jail",
        "jail_turns": "turns kept there",
        "mortgages": "deeds mortgaged",
        "interest": "interest paid",
        "deals": "deals",
        "auctions": "auctions won",
        "sold": "At auction",
        "over": "{over} over the price",
        "under": "{under} under the price",
        "at price": "at the price",
        "bought at": "{buyer} bought {deed} for {price}",
        "deals made": "Deals",
        "gave for": "{player} gave {other} {gives} for {wants}",
        # Corrections.
        "put right": "Put right by hand",
        "rulings": "Rulings",
        "undos": "Taken back",
        "took back": "Move {number} took back:",
        "interruptions": "Interruptions",
        "pause": "{minutes} minutes between move {before} and move {after}, from {at}",
        "one cut": (
            "Cut off once during this game, and nothing was lost. The game went on at {at}."
        ),
        "cuts": (
            "Cut off {count} times during this game, and nothing was lost. The game went on at"
            " {at}."
        ),
        "one tray start": "The tray was switched on once for this game.",
        "tray starts": "The tray was switched on {count} times during this game.",
        "found": "Moves {first} to {last} were found in {source} after the ledger was lost.",
        "power": (
            "Power cut, kill or crash: whatever cut the bank off is noted when the ledger is opened"
            " again. What it could have taken would show as a gap in the numbers or a broken link,"
            " and the audit looks for both."
        ),
        # Proof.
        "proof": "That the bank did not cheat",
        "proof lead": (
            "Every move was played again through the rules of this edition and compared with what"
            " was booked. Every row has the hash of the one before it."
        ),
        "audited": "{moves} were looked at, and every one holds.",
        "fault found": "{moves} hold. Then: {fault}",
        "fingerprint": "fingerprint",
        "compare": (
            "It is the one that the table saw at the end; whoever photographed it has the proof"
            " that nothing was cut off. 'companion audit {number}' says it again."
        ),
        "every move": "Every move",
        "every move lead": "Struck out is what was taken back later.",
        "written": "Written by Companion from game {number} of the ledger.",
    }
)

EPISODES = Sentences(
    {
        "in turn": "Turn {turn}: {event}",
        "moved": "{player} from {before} to {after}",
        "bankrupt": "{debtor} went bankrupt to {creditor}",
        "heir sets": "{debtor} went bankrupt to {creditor}, who got all of {sets}",
        "estate sets": "{bankrupt}, and {player} got all of {sets}",
        "left": "{player} left the game",
        "set": "{player} completed {sets}",
        "set deal": "{player} completed {sets} in a deal with {other}",
        "set purchase": "{player} completed {sets} with {deed} for {amount}",
        "set auction": "{player} completed {sets} at auction with {deed} for {amount}",
        "rent": "{payer} paid {payee} {amount} rent for {deed}",
        "rent owed": "{payer} owed {payee} {amount} for {deed}",
        "rent missed": "{payee} did not ask {payer} for {amount} for {deed}",
        "card paid": "{player} drew {pack} and paid {amount}",
        "card got": "{player} drew {pack} and got {amount}",
        "purchase": "{player} bought {deed} for {amount}",
        "auction": "{player} got {deed} at auction for {amount}",
        "built": "{player} built on {sets} for {amount}",
        "ruling": "a ruling",
    }
)
"""Turning points, and what they changed, without a full stop."""

STATISTICS = Sentences(
    {
        "title": "Statistics",
        "games": "{games}, {over} of them over",
        "none": "There is no such game in the ledger.",
        "wins": "Who won",
        "won of": "{won} of {played}, {expected} expected",
        "expected lead": (
            "By chance is what everybody would win if all were equally good. The line is how many"
            " wins more or fewer it became, game by game."
        ),
        "share": "share",
        "by chance": "by chance",
        "duels": "Head to head",
        "duels lead": (
            "Games that the player on the left won, and those that the other one won. A filled"
            " field: the player on the left is ahead."
        ),
        "more duels": "{count} more pairs",
        "pair": "{player} and {other}",
        "beat": "{player} won, {other} did not",
        "behind": "The games behind the figures",
        "behind lead": "Each leads to its game; the small numbers are the games.",
        "every game": "Every game",
        "duel": "{won} : {lost} in {games}",
        "games played": "games",
        "won": "won",
        "expected": "expected",
        "recent": "of the last {count}",
        "trend": "trend",
        "trends": "Wins above or below expected",
        "trend of": "{change}, {recent} of the last {count}",
        "bought and won": "Bought, and won",
        "bought and won lead": (
            "How many of the games with a property its first buyer won. The upright line is what"
            " chance gives, the pale field what it gives 95 times of 100. A filled dot is outside."
        ),
        "of games": "{won} of {games}",
        "won of bought": "{share}, {expected} by chance, {games}",
        "evenings": "Evenings",
        "evenings lead": "The sign is that of who won most games of an evening; dark: several did.",
        "earlier": "Earlier years",
        "rent": "Rent by deed",
        "rent a game": "{total}, {average} a game",
        "rent a dollar": "{total}, {share} times its cost",
        "spent": "cost",
        "a dollar": "rent ÷ cost",
        "a game": "rent a game",
        "deeds": "Property by property",
        "dice": "Dice",
        "rolls": "{count} rolls, {doubles} doubles; {expected} expected",
        "edition name": "edition",
        "minutes": "minutes",
        "turns": "turns",
        "moves": "moves",
        "length": "How long a game takes, by edition",
        "took": "{minutes} min, {turns}, {moves}",
        "took, imported": "imported, {turns}, {moves}",
        "edition": "{edition}, {games}",
    }
)
"""Texts of the statistics; times are medians of the finished games."""


def text_of(key: str, /, **fields: object) -> str:
    """Return the text of ``key`` with its fields filled in."""
    return str(REPORT.fill(key, **fields))
