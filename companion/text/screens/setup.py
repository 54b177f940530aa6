"""Texts of the set-up: the table, names, options, house rules and the deal."""

from collections.abc import Iterable

from companion.engine.board import Board
from companion.text.catalogue import Plurals, Sentences, translate
from companion.text.format import money
from companion.text.problems import explain
from companion.text.told import Told, capital, joined

SETUP = Sentences(
    {
        "title": "Who's playing?",
        "hint": "Drag to where you sit. Tap to change.",
        "first seat": "Tap your names, clockwise.",
        "add": "Add a player",
        "new name": "New name",
        "clear": "Clear the table",
        "again": "Same people again",
        "more": "More",
        "house rules": "House rules",
        "past games": "Past games",
        "back": "Back",
        "start": "Start",
        "too many": "At most {most}",
        "larger": "Use {edition}",
        "up to": "for up to {most}",
        "full table": "Twelve is the most.",
        "classic": "Classic",
        "about classic": "last one standing",
        "hour": "60 minutes",
        "until": "Until {until}",
        "about hour": "richest wins",
        "own": "Our rules",
        "no rules": "None",
        "none on": "{edition} \N{MIDDLE DOT} none",
        "rules on": "{edition} \N{MIDDLE DOT} {count} on",
        "short on": "{edition} \N{MIDDLE DOT} {game}",
        "token": "{player}",
        "free token": "Token {number}",
        "take out": "Take {player} out",
        "your name": "Your name",
        "enter": "Add",
        "taken": "Somebody here has that name. Add an initial.",
        "unnamed": "Type a name first.",
        "no_name": "That name cannot be used. Choose another.",
        "unshown": "The screen cannot show {letters}. Spell the name another way.",
        "deal": "Hand these out",
        "about deal": "Everybody pays the bank the printed prices.",
        "about free deal": "Nobody pays for them.",
        "deal again": "Deal again",
        "which deed": "What did {player} get?",
        "money": "Money",
        "properties": "Buying",
        "houses": "Houses",
        "play": "Play",
        "ends at": "Ends at",
        "first seat banks": "First seat",
        "who banks": "Who is the banker?",
        "who starts": "Who starts?",
        "tray none": "No dice tray found. Tap what your dice show.",
        "tray lost": "The dice tray does not answer. Tap what your dice show.",
        "tray found": "Tray found. Roll to try it.",
        "dice none": "The dice are asleep. Roll each one to wake it.",
        "dice lost": "A die is asleep. Roll it to wake it.",
        "dice found": "Both dice are awake. Roll to try them.",
        "dice rolled": "The dice show {a} + {b}. This roll does not count.",
        "tray rolled": "The tray read {a} + {b}. This roll does not count.",
        "row": "{deeds} each, and {amount} in cash.",
        "rows": "Players: deeds for each, and cash. {rows}.",
        "row of rows": "{players}: {deeds}, {amount}",
        "seats": "{fewest} to {most} players",
        "streets": "{first} to {last}, in {currency}",
    }
)
"""Texts by purpose."""

COUNTS = Plurals(
    {
        "missing": ("Seat {n} more", "Seat {n} more"),
        "rules": ("{n} rule", "{n} rules"),
    }
)
"""Number of players that an edition still needs, and of house rules."""

OPTIONS = Sentences(
    {
        "edition": ("Edition", "The rules you play by."),
        "board": ("Board", "Streets and prices."),
        "game": ("Length", "When it is over."),
        "house": ("House rules", "Your own changes."),
        "cards": ("Cards", "Your packs, or ours."),
        "dice": ("Dice", "Tray, or by hand."),
        "rent": ("Rent", "How owners get paid."),
        "banker": ("Banker", "Runs the auctions."),
        "first": ("First turn", "Rolled, or agreed."),
    }
)
"""Options of a game: name, and a line about it."""

VALUES = Sentences(
    {
        "full": ("Last one standing", "Whoever is not bankrupt wins."),
        "time-limit": (
            "60 minutes",
            "The richest wins when time is up. Two dealt properties each, to begin with.",
        ),
        "second-bankruptcy": (
            "Second bankruptcy",
            "The second bankruptcy ends the game. The richest wins.",
        ),
        "short": (
            "Short Game",
            "Two dealt properties each, hotels after three houses, until the second bankruptcy.",
        ),
        "table": ("Real packs", "Draw from your packs and tap the card you drew."),
        "program": ("On screen", "The screen shuffles and draws."),
        "tray": ("Tray", "The tray reads your dice. You can still tap them."),
        "hand": ("By hand", "Tap what your dice show."),
        "watchful": ("Owners watch", "Owners notice their rent themselves. Nothing reminds them."),
        "shown": ("Shown", "The screen shows the rent until it lapses. The owner taps to collect."),
        "automatic": ("Automatic", "Rent is paid at once."),
        "highest": ("Highest roll", "Everybody rolls. The highest roll starts."),
    }
)
"""Values of the options: name, and a line about it."""

HOUSE_RULES = Sentences(
    {
        "free parking pot": ("Free Parking pot", "Taxes and fines wait there."),
        "double salary on go": ("Double salary", "For landing on GO."),
        "double salary by dice only": ("Double by dice only", "A card to GO pays it once."),
        "salary": ("Salary", "For passing GO or landing on it."),
        "salary for passing": ("Salary for passing", "Landing on GO pays the full one."),
        "no auction": ("No auctions", "The bank keeps the rest."),
        "no rent in jail": ("No rent in jail", "Jailed owners collect nothing."),
        "first lap before buying": ("First lap free", "Nobody buys on the first lap."),
        "first lap before rent": ("First lap rent-free", "Nobody owes rent on the first lap."),
        "least bid": ("Least bid", "Where auctions begin."),
        "bid step": ("Step of bids", "Each bid exceeds the last by it."),
        "sealed bids": ("Sealed bids", "Each keys in one, in secret."),
        "auctions from half": ("Bids from half", "Of the printed price."),
        "ruined deeds for sale": ("Ruined: for sale again", "A bankrupt's deeds, at their price."),
        "uneven building": ("Uneven building", "Build where you like."),
        "starting cash": ("Starting cash", "What everybody begins with."),
        "unlimited buildings": ("Unlimited houses", "The bank never runs out."),
        "flat income tax": ("Flat income tax", "Always the same sum."),
        "round to nearest": ("Round tenths", "To the nearest dollar."),
        "round up": ("Round tenths up", "To the next dollar."),
        "round down": ("Round tenths down", "To full dollars."),
        "jail doubles throw again": ("Extra roll from jail", "Doubles out of jail roll again."),
        "bonus for double one": ("Bonus for two ones", "The bank pays it."),
        "growing fine": ("Growing fine", "Dearer with each stay in jail."),
        "buildings from price": ("Houses from price", "Auctions begin at the price."),
        "hotels without houses": ("Hotels without houses", "Built in one go."),
        "trade on own turn": ("Trade on own turn", "With whoever has the dice."),
        "build on own turn": ("Build on own turn", "Only who has the dice builds."),
        "no trade in jail": ("No trade in jail", "Except for a debt."),
        "deeds dealt": ("Deeds dealt", "To each player, before the start."),
        "deeds dealt free": ("Deeds dealt free", "Nobody pays for them."),
        "deeds dealt by players": ("Deeds by players", "Fewer players: more deeds and cash."),
        "last round": ("Last round", "When time is up, all finish it."),
        "rounds": ("Rounds", "Then the richest wins."),
        "deeds sold back": ("Sell deeds back", "To the bank, for the price."),
        "deeds sold back for half": ("Sell back for half", "To the bank, for half the price."),
        "promises in deals": ("Promises", "Free landings in deals."),
        "promises bind buyers": ("Lasting promises", "They bind buyers, too."),
        "loans between players": ("Loans", "Players lend each other money."),
        "bank credit": ("Bank credit", "For seven or more players."),
    }
)
"""House rules, by the name that an edition gives them: name, and a line about it."""

CARDS = Sentences(
    {
        "how we play": "How we play",
        "hand on": "Play like this, too",
        "hand on how": "Another table takes these rules from this code, or from its text.",
        "mail": "Send by mail",
        "kept": "Kept: {name}.",
        "forgotten": "Forgotten: {name}.",
        "none": "No rules are kept yet.",
        "written": "The rules are in {path}.",
        "keep": "Keep these rules",
        "keep it": "Keep",
        "name of rules": "Their name",
        "about": "More about {name}",
        "on drive": "{about} \N{MIDDLE DOT} on the drive",
        "send": "Hand on",
        "print": "Print",
        "forget": "Forget",
        "forget really": "Really?",
        "first": "Keep these rules under a name. Then they are one tap away, every evening.",
        "scan link": "Scan with a phone in this Wi-Fi: it shows the rules and their code.",
        "scan text": "Scan with a phone: it shows the rules as text, to copy and to send.",
        "take": "The other table: companion rules --qr photo.jpg",
        "by drive": "Or print them to a USB drive: the other table finds them there.",
    }
)
"""Rules cards: on the screen, on paper, and what the command says."""

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Finn", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou")
"""Suggested names while nobody has played here."""


def problem(error: ValueError, currency: str) -> Told:
    """Explain why a game cannot begin; ``currency`` is the board's."""
    return Told(capital(explain(error, currency)), ".")


text_of = SETUP.fill


def missing(players: int) -> str:
    """Ask for the number of players that an edition still needs."""
    return COUNTS.of(players, "missing").format(n=players)


def about_board(streets: Board) -> Told:
    """Describe a board by its first and last deed and its currency."""
    first, *_, last = sorted(streets.deeds.values(), key=lambda deed: deed.position)
    return text_of("streets", first=first.name, last=last.name, currency=streets.currency)


def count_of_rules(rules: int) -> str:
    """Count the enabled house rules."""
    return COUNTS.of(rules, "rules").format(n=rules)


def about_row(deeds: int, cash: int, currency: str) -> Told:
    """Say what the players who are seated are dealt (HOUSE-11)."""
    return text_of("row", deeds=deeds, amount=money(cash, currency))


def about_rows(rows: Iterable[tuple[int, int, int]], currency: str) -> Told:
    """Say what each number of players is dealt (HOUSE-11)."""
    told = (
        text_of("row of rows", players=players, deeds=deeds, amount=money(cash, currency))
        for players, deeds, cash in rows
    )
    return text_of("rows", rows=joined(" \N{MIDDLE DOT} ", told))


def house_rule(name: str) -> tuple[str, str]:
    """Name and explain a house rule; rules of a custom edition only have their name."""
    return HOUSE_RULES[name] if name in HOUSE_RULES else (translate(name.capitalize()), "")
