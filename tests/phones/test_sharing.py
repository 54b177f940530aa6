"""A finished game that is shared: the real server shows its picture and its report to a phone."""

import re
from base64 import b64decode
from io import BytesIO
from pathlib import Path

from PIL import Image

from companion.ledger.copies import image
from companion.runtime.sharing import KEPT, share
from companion.text.phones import PHONE
from companion.text.prompts import PROMPTS
from companion.wishes import PICTURE, PICTURES, REPORT, SHARED
from tests.clock import StillClock
from tests.phones.evening import Evening


def shared(playing: Evening, *lines: str) -> str:
    """Share a game that is played up to some position; return the name of its folder."""
    playing.bank.begin("Ann Bob")
    playing.bank.play(*lines)
    session = playing.bank.table.session
    return share(image(playing.bank.ledger), session.game_number, playing.bank.run)


def test_the_pictures_of_a_finished_game_are_seen_and_lead_to_the_report(playing: Evening) -> None:
    name = shared(playing, "ruling: Bob is out")
    page = playing.browser().get(f"/s/{name}").text
    for encoded in re.findall('src="data:image/png;base64,([^"]+)"', page):
        with Image.open(BytesIO(b64decode(encoded))) as picture:
            assert picture.size == (1080, 1350)
    words, *of_pages = re.findall('alt="([^"]*)"', page)
    assert len(of_pages) >= 2
    assert all(of_pages)
    assert "Ann" in words
    assert "Bob" in words
    assert playing.bank.table.session.game.phase.winners == ("Ann",)
    assert str(PROMPTS.fill("over.one", winners="Ann")) in words
    [link] = re.findall(r'href="(/s/[^"]+)"', page)
    report = playing.browser().get(link)
    assert report.status_code == 200
    assert playing.bank.table.session.fingerprint_text.split()[-1] in report.text
    assert "script" not in report.headers["Content-Security-Policy"]


def test_a_game_that_goes_on_has_a_report_and_no_picture(playing: Evening) -> None:
    name = shared(playing, "Ann throws 1 2", "Ann buys")
    page = playing.browser().get(f"/s/{name}").text
    assert "<img" not in page
    assert f"/s/{name}/report" in page


def test_what_was_not_shared_is_one_sentence(playing: Evening) -> None:
    shared(playing, "ruling: Bob is out")
    browser = playing.browser()
    for name in ("nothing-here", "..%2F..%2Fetc", "x", "a" * 500, "%00%00%00%00"):
        for path in (f"/s/{name}", f"/s/{name}/report"):
            answer = browser.get(path)
            assert PHONE["not shared"] in answer.text or answer.status_code == 404, path


def test_only_the_last_games_stay_shared(playing: Evening) -> None:
    names = [shared(playing, "ruling: Bob is out") for _ in range(KEPT + 1)]
    assert PHONE["not shared"] in playing.browser().get(f"/s/{names[0]}").text
    assert PHONE["not shared"] not in playing.browser().get(f"/s/{names[-1]}").text
    kept = {path.name for path in (playing.bank.run / SHARED).iterdir()}
    assert kept == {*names[1:]}


def test_the_server_s_user_may_read_it_and_nobody_else(playing: Evening) -> None:
    folder = playing.bank.run / SHARED / shared(playing, "ruling: Bob is out")
    for path in (folder, folder / REPORT, folder / f"{PICTURES[0]}{PICTURE}"):
        assert not path.stat().st_mode & 0o007
        assert path.stat().st_mode & 0o040


def test_the_table_shows_a_link_while_a_server_is_there(tmp_path: Path) -> None:
    from companion.table.states.phones import SERVER_SECONDS, PhonesState

    clock = StillClock()
    phones = PhonesState(lambda: None, clock)
    assert phones.shared_link("name") == ""
    phones.hear("http://192.168.1.20:8080", "", ())
    assert phones.shared_link("name") == "http://192.168.1.20:8080/s/name"
    clock.wait(SERVER_SECONDS + 1)
    assert phones.shared_link("name") == ""
