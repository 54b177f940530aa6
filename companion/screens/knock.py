"""Knock of whoever asks: the strip on the page of the game, and a phone's question in full."""

from companion.screens import figures, styles
from companion.screens.parts import (
    HUG,
    Key,
    Pad,
    Part,
    Plate,
    Style,
    column,
    figure,
    fit,
    over,
    row,
    text,
)
from companion.screens.pieces import below_header, icon, token
from companion.screens.styles import BUTTON, NAME, NAMES, NEWS, SENTENCE, STRONG
from companion.table.knocks import Knock
from companion.text.screens import guests
from companion.text.screens.guests import GUESTS
from companion.text.screens.phones import PHONES, text_of
from companion.text.told import Wording

WIDE, TALL, SLIM = 78, 128, 52
"""Heights of the strip with two lines, of the one in an upright window, and of the one line."""
MOST_CLAIMS, FEW_CLAIMS = 2, 1
"""Most claims beside which there is a strip, and beside which it is a wide one."""
TOKEN = 58
ICONS = {"television": "screen", "tablet": "phone", "phone": "phone", "computer": "screen"}
"""Icons of devices."""
DIGITS = Style("bold", 84, 60)
QUESTION = Style("title", 34, 34, lines=2)


def strip(knock: Knock, claims: int, is_upright: bool) -> Part:
    """Strip above some ``claims``."""
    slim = _slim(knock)
    if claims > FEW_CLAIMS:
        return slim
    return fit(_tall(knock) if is_upright else _wide(knock), slim, rank=5)


def _wide(knock: Knock) -> Part:
    words = column(*_words(knock), gap=0)
    return _plate(knock, row(_rings(knock, TOKEN), words, *_keys(knock)), WIDE)


def _tall(knock: Knock) -> Part:
    head = row(_rings(knock, TOKEN), column(*_words(knock), gap=0), size=60)
    keys = (key._replace(size=0) for key in _keys(knock))
    return _plate(knock, column(head, row(*keys, least=48), gap="xs"), TALL)


def _slim(knock: Knock) -> Part:
    player, digits = knock.player, knock.digits
    full = text_of("knocks short", player=player, digits=digits)
    if knock.device:
        full = guests.text_of("short", asks=GUESTS[f"{knock.device} asks"], digits=digits)
    words = text((full, digits), STRONG)
    keys = _keys(knock, PHONES["yes"])
    return _plate(knock, row(_rings(knock, 40), words, *keys, gap="s"), SLIM)


def _plate(knock: Knock, inner: Part, high: float) -> Part:
    player = styles.of_player(knock.marker)
    pad: Pad = "m" if high == SLIM else ("m", "m")
    look = Plate(player.tint, player.fill, 14, 3)
    return over(inner, look=look, pad=pad, size=high, key="knock", moves="appear")


def _words(knock: Knock) -> tuple[Part, Part]:
    player = knock.player
    titles: tuple[Wording, ...] = (text_of("knocks", player=player), PHONES["phone knocks"])
    if knock.device:
        titles = (GUESTS[f"{knock.device} asks"], GUESTS["screen asks"])
    question = text_of("shows", digits=knock.digits)
    return text(titles, STRONG), text(question, NEWS)


def _keys(knock: Knock, yes: str = "") -> tuple[Part, Part]:
    """Return the keys that refuse the phone and let it in."""
    own = styles.player_key(knock.marker, 3)._replace(radius=10)
    on_own = styles.on_player(knock.marker)

    def key(words: str, look: Key, ink: str, what: str) -> Part:
        inner = text(words, NAME, ink, 0.5, size=HUG)
        do = (what, knock.number)
        return row(Part(), inner, Part(), look=look, pad="s", do=do, size=HUG)

    return (
        key(PHONES["no"], styles.RAISED, "ink", "refuse phone"),
        key(yes or PHONES["let in"], own, on_own, "let in"),
    )


def _rings(knock: Knock, side: float) -> Part:
    if knock.device:
        return icon(ICONS[knock.device], "bank", side)
    player = styles.of_player(knock.marker)
    ink = styles.on_player(knock.marker)
    return figure(figures.knocking, player.fill, ink, player.tint, knock.marker, size=side)


def digits(knock: Knock, wide: float) -> list[Part]:
    """Return the digits that are shown there, too."""
    look = Plate("sheet", "ink", 10, 3)
    return [over(text(one, DIGITS, align=0.5), look=look, size=wide) for one in knock.digits]


def question(knock: Knock) -> Part:
    """Return who asks, the digits that the phone must show, and both answers."""
    marker, player = knock.marker, knock.player
    fill, ink = styles.of_player(marker).fill, styles.on_player(marker)
    wants = text_of("second wants" if knock.is_second else "wants", player=player)
    head = row(
        token(marker, 44, inverse=True),
        text(wants, NAMES, ink),
        pad="xl",
        gap="l",
        size=68,
    )
    no, yes = styles.RAISED._replace(depth=4), styles.player_key(marker)
    let = text_of("let player in", player=player)
    answers = row(
        over(
            text(PHONES["no"], BUTTON, align=0.5),
            look=no._replace(radius=14),
            pad="m",
            do=("refuse phone", knock.number),
            share=0.43,
        ),
        row(
            token(marker, 44, inverse=True),
            text((let, PHONES["let in"]), BUTTON, ink, 0.5),
            look=yes,
            pad="l",
            do=("let in", knock.number),
        ),
        gap="l",
        size=68,
    )
    body = column(
        Part(share=0.2),
        text(PHONES["same"], QUESTION, align=0.5, least=44, most=84),
        row(Part(), *digits(knock, 78), Part(), gap="l", share=3, least=72, most=108),
        text(PHONES["somebody else"], SENTENCE, "quiet", 0.5, least=62, most=64),
        Part(share=0.2),
        answers,
    )
    return below_header(head, over(body, pad=("xl", "m")), fill)
