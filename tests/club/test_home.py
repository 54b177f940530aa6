"""A table in Home Assistant, over Debian's mosquitto."""

import json
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("paho.mqtt", reason="paho-mqtt is not installed: pip install '.[mqtt]'")

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from companion.club import home
from companion.club.home import Broker, Home, broker_of
from companion.engine.phases import Auction
from companion.engine.standings import standings
from tests.club.engine import PATIENCE, Table, free_port
from tests.commands import companion
from tests.tree import ROOT

MOSQUITTO = shutil.which("mosquitto") or "/usr/sbin/mosquitto"
needs_broker = pytest.mark.skipif(
    not Path(MOSQUITTO).exists(), reason="there is no mosquitto: apt-get install mosquitto"
)


class Mosquitto:
    """A broker on this machine, which keeps nothing when it ends."""

    def __init__(self, folder: Path, options: str = "allow_anonymous true") -> None:
        self.port = free_port()
        self._config, self.log = folder / "mosquitto.conf", folder / "mosquitto.log"
        lines = (f"listener {self.port} 127.0.0.1", options, "log_type all")
        self._config.write_text("\n".join((*lines, f"log_dest file {self.log}", "user root", "")))
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen([MOSQUITTO, "-c", str(self._config)])
        until(self._answers)

    def _answers(self) -> bool:
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
            return True
        return False

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


class Assistant:
    """Everything that the broker has, as Home Assistant hears it."""

    def __init__(self, port: int) -> None:
        self.heard: dict[str, str] = {}
        self._client = Client(CallbackAPIVersion.VERSION2, "assistant")
        self._client.on_connect = lambda client, *_: client.subscribe("#")
        self._client.on_message = self._hear
        self._client.reconnect_delay_set(max_delay=1)
        self._client.connect_async("127.0.0.1", port)
        self._client.loop_start()

    def _hear(self, _: Client, data: object, message: Any) -> None:
        self.heard[message.topic] = message.payload.decode()

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()

    def of(self, node: str, kind: str) -> str:
        return self.heard.get(f"companion/{node}/{kind}", "")

    def state(self, node: str) -> Any:
        return json.loads(self.of(node, "state") or "null")

    def looks(self, node: str) -> dict[str, Any]:
        """The entities that are shown, by their name."""
        found = (json.loads(text) for topic, text in self.heard.items() if is_config(topic, text))
        return {one["unique_id"].removeprefix(f"{node}-"): one for one in found}


def is_config(topic: str, text: str) -> bool:
    return topic.startswith("homeassistant/") and bool(text)


def until(holds: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(0.05)


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    broker = Mosquitto(tmp_path)
    yield broker
    broker.kill()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with closing(Table(tmp_path, 1, "Ann Bob Cy")) as table:
        yield table


def shown(table: Table, port: int, said: list[str]) -> Home:
    """Show a table for the rest of the test."""
    own = Home(Broker("127.0.0.1", port), table.runtime, said.append)
    threading.Thread(target=own.run, daemon=True).start()
    return own


@needs_broker
def test_home_assistant_discovers_a_table_and_follows_its_game(
    broker: Mosquitto, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home, "READ_EVERY", 0.05)
    said: list[str] = []
    with closing(Assistant(broker.port)) as assistant:
        node = shown(table, broker.port, said).node

        def is_told() -> bool:
            turn, players = table.game.turn.player, table.game.players.values()
            told = assistant.state(node) or {"turn": ""}
            return told["turn"] == turn and told["cash"] == [one.cash for one in players]

        until(is_told)
        assert assistant.of(node, "online") == "online"
        names = {f"{kind}-{seat}" for kind in ("cash", "bankrupt") for seat in (1, 2, 3)}
        until(lambda: {*assistant.looks(node)} == names | {"turn", "winner"})
        looks = assistant.looks(node)["cash-2"]
        assert looks["value_template"] == "{{ value_json.cash[1] }}"
        assert "Bob" in looks["name"]
        assert looks["state_topic"] == f"companion/{node}/state"
        for _ in range(5):
            table.play(7)
            until(is_told)
        while table.play(50) == 50:
            pass
        until(lambda: assistant.state(node)["winner"])
        places = standings(table.game)
        assert assistant.state(node)["winner"] == ", ".join(one.name for one in places if one.won)
        out = ["ON" if one.out else "OFF" for one in table.game.players.values()]
        assert assistant.state(node)["bankrupt"] == out
        # A game of fewer: who is not there has no entity any more.
        table.begin("Dee Eve")
        until(lambda: "cash-3" not in assistant.looks(node))
        assert "Eve" in assistant.looks(node)["cash-2"]["name"]
    log = broker.log.read_text()
    assert f"SUBSCRIBE from {node}" not in log
    assert said == []


def test_it_is_somebodys_turn_in_an_auction_too(table: Table) -> None:
    while not isinstance(table.game.phase, Auction):
        assert table.play()
    assert home.state(table.game)["turn"] == table.game.turn.player


@needs_broker
def test_a_broker_that_is_away_is_one_sentence_and_gets_everything_again(
    broker: Mosquitto, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home, "READ_EVERY", 0.05)
    monkeypatch.setattr(home, "LONGEST_PAUSE", 1)
    said: list[str] = []
    broker.kill()
    node = shown(table, broker.port, said).node
    until(lambda: said)
    broker.start()
    with closing(Assistant(broker.port)) as assistant:
        until(lambda: assistant.of(node, "online") == "online")
        broker.kill()
        until(lambda: len(said) == 2)
        table.play(9)
        assistant.heard.clear()
        time.sleep(3 * home.LONGEST_PAUSE)
        broker.start()
        cash = [player.cash for player in table.game.players.values()]
        until(lambda: assistant.state(node) and assistant.state(node)["cash"] == cash)
    assert len(said) == 2
    assert all(str(broker.port) in sentence for sentence in said)


@needs_broker
def test_a_publisher_that_is_killed_is_offline(
    broker: Mosquitto, table: Table, tmp_path: Path
) -> None:
    words = ["publish", "--mqtt", f"127.0.0.1:{broker.port}", "--runtime", str(table.runtime)]
    command = [sys.executable, "-m", "companion", *words, "--data", str(table.data)]
    with closing(Assistant(broker.port)) as assistant:
        with subprocess.Popen(command, cwd=ROOT) as process:
            until(lambda: "online" in assistant.heard.values())
            process.kill()
        until(lambda: "online" not in assistant.heard.values())


@pytest.mark.parametrize(
    ("text", "broker"),
    [
        ("homeassistant.local", Broker("homeassistant.local")),
        ("192.168.1.5:1884", Broker("192.168.1.5", 1884)),
        ("mqtt://ann:s3cret@10.0.0.2", Broker("10.0.0.2", 1883, "ann", "s3cret")),
        ("[fd00::5]:1883", Broker("fd00::5")),
    ],
)
def test_a_broker_is_an_address_with_or_without_a_user(text: str, broker: Broker) -> None:
    assert broker_of(text) == broker


@pytest.mark.parametrize("text", ["", "http://a", "a:b", "mqtt://a/b", ":1883"])
def test_another_address_is_refused(text: str) -> None:
    companion("publish", "--mqtt", text, status=2)
