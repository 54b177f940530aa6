"""A whole game as QR codes: drawn, photographed, damaged, read and imported again."""

import bz2
import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from PIL import Image, ImageDraw

from companion.engine.limits import ForeignError
from companion.engine.problems import InputProblem
from companion.export import game_code, notation
from companion.export.code_picture import picture, read_picture
from companion.export.problems import ExportProblem
from companion.foreign import LARGEST_RECORD
from companion.ledger.copies import snapshot
from tests.commands import companion, result
from tests.ledger.exporting import play_in
from tests.problems import reasons, sentence
from tests.sizes import sizes

PIXELS = (2, 3, 6)
"""Sizes of pictures, in pixels a module."""
QUIET = 4
"""Modules of paper around a code."""


def coded(folder: Path) -> tuple[tuple[str, ...], str, str]:
    """The texts of the codes of game 1, its record, and its fingerprint."""
    with snapshot(folder) as reader:
        return game_code.texts(reader, 1), notation.text(reader, 1), reader.fingerprint(1)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return play_in(tmp_path_factory.mktemp("played"), 3, turns=30)


@pytest.fixture
def divided(played: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    """The texts of a game of several codes."""
    monkeypatch.setattr(game_code, "MOST_BYTES", 500)
    texts, _, _ = coded(played)
    assert len(texts) > 1
    return texts


def stained(data: bytes, pixels: int, random: Random) -> Image.Image:
    """The picture with a stain on a twentieth of its modules, beside the finders."""
    image = Image.open(BytesIO(data)).convert("L")
    modules = image.width // pixels - 2 * QUIET
    side, edge = int((modules * modules / 20) ** 0.5), 9
    while True:
        x, y = (random.randint(0, modules - side) for _ in range(2))
        beside_finders = [edge <= at <= modules - side - edge for at in (x, y)]
        if any(beside_finders):
            break
    left, top = (QUIET + x) * pixels, (QUIET + y) * pixels
    stain = (left, top, left + side * pixels - 1, top + side * pixels - 1)
    ImageDraw.Draw(image).rectangle(stain, fill=random.choice((0, 128, 255)))
    return image


def comes_back(folder: Path, seed: int, scratch: Path) -> int:
    """Draw, stain and read game 1; return the number of its codes."""
    texts, record, fingerprint = coded(folder)
    random, path = Random(seed), scratch / "code.png"
    for pixels in PIXELS:
        seen = []
        for text in texts:
            data = picture(text, pixels)
            path.write_bytes(data)
            assert read_picture(path) == [text]
            stained(data, pixels, random).save(path)
            seen += read_picture(path)
        assert seen == [*texts], (folder, pixels)
    game = game_code.unpack(random.sample(seen, len(seen)))
    assert (game.record, game.fingerprint) == (record, fingerprint)
    return len(texts)


@pytest.mark.parametrize("number", range(3))
def test_a_game_comes_back_from_stained_pictures_of_three_sizes(
    tmp_path: Path, number: int
) -> None:
    assert comes_back(play_in(tmp_path / "played", number), number, tmp_path) == 1


@pytest.mark.timeout(7200)
@pytest.mark.parametrize("games", sizes(slow=20, hours=200))
def test_every_game_comes_back(
    scratch: Path, games: int, record_figures: Callable[..., None]
) -> None:
    codes, longest = [], 0
    for number in range(games):
        folder = play_in(scratch / f"coded {number}", number, turns=2000, odd=0)
        codes.append(comes_back(folder, number, scratch))
        with snapshot(folder) as reader:
            longest = max(longest, reader.game(1).moves)
    figures = {"games": len(codes), "of_one_code": codes.count(1), "most": max(codes)}
    record_figures("codes", longest=longest, **figures)


def test_the_text_of_a_code_does_as_well(played: Path, tmp_path: Path) -> None:
    printed = result("export", 1, "--qr", "--data", played).stdout
    wrapped = "\n".join(printed[at : at + 60] for at in range(0, len(printed), 60)).lower()
    companion("import", "--qr-text", wrapped, "--data", tmp_path)
    assert coded(tmp_path)[1] == coded(played)[1]


def test_a_long_game_comes_to_another_ledger_in_several_pictures(
    divided: tuple[str, ...], played: Path, tmp_path: Path
) -> None:
    _, record, fingerprint = coded(played)
    done = companion("export", 1, "--qr", "-o", tmp_path / "game.png", "--data", played)
    paths = [tmp_path / f"game-{number}.png" for number in range(1, len(divided) + 1)]
    assert fingerprint in done
    assert sorted(tmp_path.iterdir()) == paths
    pictures = [word for path in reversed(paths) for word in ("--qr", path)]
    there = ("--data", tmp_path / "other")
    assert fingerprint in companion("import", *pictures, "--expect", fingerprint, *there)
    assert coded(tmp_path / "other")[1] == record


def test_another_fingerprint_imports_nothing(played: Path, tmp_path: Path) -> None:
    (text,), _, _ = coded(played)
    other = "AAAA-BBBB-CCCC-DDDD"
    done = companion(
        "import", "--qr-text", text, "--expect", other, "--data", tmp_path / "new", status=1
    )
    assert other in done
    assert not (tmp_path / "new").exists()


def test_a_game_too_long_for_nine_codes_is_refused(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_code, "MOST_BYTES", 22)
    done = companion("export", 1, "--qr", "--data", played, status=2)
    expected = sentence(ExportProblem.GAME_TOO_LONG_FOR_CODES, game=1, most=game_code.MOST_PARTS)
    assert expected in done


# --- foreign and damaged codes ------------------------------------------------------------------


def refused(texts: list[str]) -> list[object]:
    with pytest.raises(ForeignError) as caught:
        game_code.unpack(texts)
    return [*reasons(caught.value)]


def packed(data: bytes) -> str:
    """A code of other bytes than those of a game."""
    digits = game_code._digits(data)
    return f"COMPANION V1 PART 1/1 AAAA-AAAA-AAAA-AAAA {digits}"


def test_every_wrong_digit_is_noticed_or_changes_nothing(played: Path) -> None:
    """Some bits of what bz2 packs belong to no text, as those that fill the last byte."""
    (text,), _, _ = coded(played)
    whole = game_code.unpack([text])
    start, random = text.rindex(" ") + 1, Random(1)
    for place in random.sample(range(start, len(text)), 200):
        digit = random.choice([digit for digit in "0123456789" if digit != text[place]])
        damaged = text[:place] + digit + text[place + 1 :]
        try:
            found = game_code.unpack([damaged])
        except ForeignError as error:
            [reason] = reasons(error)
            assert reason in (ExportProblem.CODE_DAMAGED, ExportProblem.CODE_TOO_LARGE)
        else:
            assert found == whole, place


def test_a_wrong_letter_of_the_fingerprint_is_noticed(played: Path) -> None:
    (text,), _, fingerprint = coded(played)
    other = ("B" if fingerprint[0] == "A" else "A") + fingerprint[1:]
    assert refused([text.replace(fingerprint, other)]) == [ExportProblem.CODE_DAMAGED]


def test_a_code_cut_off_is_damaged(played: Path) -> None:
    (text,), _, _ = coded(played)
    for left in (1, 10, 53, 200):
        assert refused([text[:-left]]) == [ExportProblem.CODE_DAMAGED]


def test_half_of_two_codes_names_the_missing_one(divided: tuple[str, ...]) -> None:
    assert refused([*divided[1:]]) == [ExportProblem.CODE_MISSING]
    assert refused([divided[0], divided[0]]) == [ExportProblem.CODE_MISSING]


def test_codes_of_two_games_are_not_mixed(divided: tuple[str, ...], tmp_path: Path) -> None:
    others, _, _ = coded(play_in(tmp_path, 4))
    assert refused([divided[0], *others[1:]]) == [ExportProblem.CODES_OF_TWO_GAMES]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "WIFI:S:home;T:WPA;P:secret;;",
        "companion game 1, 284 moves, ABCD-EFGH-IJKL-MNOP",
        "COMPANION V1 PART 2/1 ABCD-EFGH-IJKL-MNOP 123",
        "COMPANION V1 PART 1/1 ABCD-EFGH-IJKL-MNOP \N{ARABIC-INDIC DIGIT ONE}",
        "x" * 100_000,
    ],
)
def test_a_foreign_code_is_refused(text: str) -> None:
    assert refused([text]) == [ExportProblem.NOT_A_GAME_CODE]


def test_a_code_of_a_later_version_is_refused() -> None:
    text = packed(b"").replace("V1", "V2") + "1"
    assert refused([text]) == [ExportProblem.CODE_OF_ANOTHER_VERSION]


def test_a_bomb_is_not_unpacked() -> None:
    bomb = bz2.compress(bytes(LARGEST_RECORD * 16))
    assert len(bomb) < game_code.MOST_BYTES
    assert refused([packed(bomb)]) == [ExportProblem.CODE_TOO_LARGE]


@pytest.mark.parametrize("size", [(300, 300), (1, 1)])
def test_a_picture_without_a_code_is_refused(tmp_path: Path, size: tuple[int, int]) -> None:
    Image.new("L", size, 200).save(path := tmp_path / "wall.png")
    with pytest.raises(ForeignError) as caught:
        read_picture(path)
    assert reasons(caught.value) == [ExportProblem.NO_CODE_IN_PICTURE]


@pytest.mark.parametrize("data", [b"", b"not a picture", b"\x89PNG\r\n\x1a\n" + bytes(60), b"BM"])
def test_a_file_that_is_no_picture_is_refused(tmp_path: Path, data: bytes) -> None:
    (path := tmp_path / "broken.png").write_bytes(data)
    done = companion("import", "--qr", path, "--data", tmp_path / "new", status=2)
    assert sentence(ExportProblem.NOT_A_PICTURE) in done


def test_a_picture_of_too_many_pixels_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Image.new("L", (300, 300)).save(path := tmp_path / "huge.png")
    for most in (80_000, 40_000):  # Pillow warns of the first and refuses the second.
        monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", most)
        with pytest.raises(ForeignError) as caught:
            read_picture(path)
        expected = [InputProblem.UNREADABLE, InputProblem.UNPACKS_TO_TOO_MUCH]
        assert reasons(caught.value) == expected


@pytest.mark.parametrize("form", ["PNG", "WEBP"])
def test_a_small_file_of_more_pixels_than_a_photograph_is_not_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    Image.new("1", (4100, 4000)).save(path := tmp_path / "huge", form)
    monkeypatch.setattr(Image.Image, "convert", None)
    with pytest.raises(ForeignError) as caught:
        read_picture(path)
    assert reasons(caught.value) == [InputProblem.UNREADABLE, InputProblem.UNPACKS_TO_TOO_MUCH]


def test_a_large_photograph_is_unpacked_at_half_of_its_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "COMPANION V2"
    with Image.open(BytesIO(picture(text))) as code:
        code.convert("L").resize((600, 600)).save(path := tmp_path / "photograph.jpg")
    monkeypatch.setattr("companion.export.code_picture.MOST_PIXELS", 100_000)
    assert read_picture(path) == [text]


def test_without_the_extra_the_text_is_suggested(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "zxingcpp", None)
    with pytest.raises(ForeignError) as caught:
        read_picture(tmp_path / "code.png")
    assert reasons(caught.value) == [ExportProblem.READER_NOT_INSTALLED]


def test_a_code_of_moves_that_fail_imports_nothing(tmp_path: Path) -> None:
    fingerprint = "AAAA-AAAA-AAAA-AAAA"
    record = f"{fingerprint}\nplayers: Ann, Bob\nfirst: Ann\n\nBob throws 1 2\n"
    done = result(
        "import", "--qr-text", packed(bz2.compress(record.encode())), "--data", tmp_path / "new"
    )
    assert done.exit_code == 1
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    "arguments", [(), ("x.game", "--qr-text", "y"), ("x.game", "--expect", "y")]
)
def test_a_file_or_codes_are_named(arguments: tuple[str, ...]) -> None:
    companion("import", *arguments, status=2)
