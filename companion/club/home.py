"""Show a table in Home Assistant, which discovers it over an MQTT broker.

Whose turn it is, everybody's cash, who is bankrupt and who has won are entities of one device. They
come from the feed of the bank, which knows nothing of it; nothing is heard, so nothing can change a
game. The broker keeps the last of each message.
"""

import json
import re
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from companion.engine.edition import MOST_PLAYERS
from companion.engine.phases import Over
from companion.engine.standings import standings
from companion.engine.state import Game
from companion.ledger.feed import FILE_NAME
from companion.ledger.follow import FeedFollower
from companion.text.club import HOME

READ_EVERY = 0.5
LONGEST_PAUSE = 30
PORT = 1883


class Broker(NamedTuple):
    """Broker of MQTT, and the user there."""

    host: str
    port: int = PORT
    user: str | None = None
    password: str | None = None


def broker_of(text: str) -> Broker:
    """Parse HOST, HOST:PORT or mqtt://USER:PASSWORD@HOST:PORT. Raises ValueError if it is none."""
    parts = urlsplit(text if "//" in text else f"mqtt://{text}")
    if parts.scheme != "mqtt" or not parts.hostname or parts.path.strip("/"):
        raise ValueError(text)
    return Broker(parts.hostname, parts.port or PORT, parts.username, parts.password)


class Home:
    """Table of this machine in Home Assistant; ``say`` tells about the broker in a sentence."""

    def __init__(self, broker: Broker, runtime: Path, say: Callable[[str], object]) -> None:
        self._broker, self._say = broker, say
        self._feed = FeedFollower(runtime / FILE_NAME)
        self._name = socket.gethostname()
        self.node = "companion-" + re.sub("[^a-z0-9]+", "-", self._name.lower())
        self._sent: dict[str, str] = {}
        self._is_away = False
        self._client = client = Client(CallbackAPIVersion.VERSION2, self.node)
        client.username_pw_set(broker.user, broker.password)
        client.will_set(self._topic("online"), "offline", retain=True)
        client.reconnect_delay_set(max_delay=LONGEST_PAUSE)
        client.on_connect = self._connected
        client.on_connect_fail = lambda *_: self._away("does not answer")
        client.on_disconnect = lambda *_: self._away("ended the connection")

    def run(self) -> None:
        """Show the table for ever."""
        self._client.connect_async(self._broker.host, self._broker.port)
        self._client.loop_start()
        try:
            while True:
                self._feed.read()
                if self._client.is_connected() and not self._is_away:
                    self._send(dict(self._messages()))
                time.sleep(READ_EVERY)
        finally:
            self._is_away = True
            self._client.loop_stop()

    def _connected(self, _: Client, data: object, flags: object, code: Any, *more: object) -> None:
        if code.is_failure:
            self._away(f"refuses this user ({code})")
        else:
            self._sent, self._is_away = {}, False

    def _away(self, why: str) -> None:
        """Say once that the broker is away, however long it is."""
        if not self._is_away:
            self._is_away = True
            where = f"{self._broker.host}, port {self._broker.port},"
            self._say(f"The MQTT broker {where} {why}. It is tried again and again.")

    def _send(self, messages: dict[str, str]) -> None:
        for topic, text in messages.items():
            if self._sent.get(topic) != text:
                self._client.publish(topic, text, qos=1, retain=True)
                self._sent[topic] = text

    def _topic(self, kind: str) -> str:
        return f"companion/{self.node}/{kind}"

    def _messages(self) -> Iterator[tuple[str, str]]:
        """Yield everything that the broker should have."""
        game = self._feed.game
        if game:
            for kind, name, about in entities(game.position, game.setup.board.currency):
                yield f"homeassistant/{kind}/{self.node}/{name}/config", self._config(name, about)
            yield self._topic("state"), json.dumps(state(game.position))
        yield self._topic("online"), "online" if game else "offline"

    def _config(self, name: str, about: dict[str, str]) -> str:
        """Return how Home Assistant shows an entity; nothing removes it."""
        device = {"identifiers": [self.node], "name": self._name}
        common = {"unique_id": f"{self.node}-{name}", "device": device}
        topics = {"state_topic": self._topic("state"), "availability_topic": self._topic("online")}
        return json.dumps(common | topics | about) if about else ""


def entities(game: Game, currency: str) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Yield kind, name and looks of the entities; those of empty seats have no looks."""
    for name in ("turn", "winner"):
        yield "sensor", name, _shown(name, name)
    players = [*game.players, *[""] * MOST_PLAYERS][:MOST_PLAYERS]
    measured = {"unit_of_measurement": currency, "state_class": "measurement"}
    for seat, player in enumerate(players):
        cash = _shown("cash", f"cash[{seat}]", player) | measured
        bankrupt = _shown("bankrupt", f"bankrupt[{seat}]", player)
        yield "sensor", f"cash-{seat + 1}", cash if player else {}
        yield "binary_sensor", f"bankrupt-{seat + 1}", bankrupt if player else {}


def _shown(text: str, value: str, player: str = "") -> dict[str, str]:
    name = str(HOME.fill(text, player=player))
    return {"name": name, "value_template": f"{{{{ value_json.{value} }}}}"}


def state(game: Game) -> dict[str, object]:
    """Return what the entities show."""
    players, is_over = game.players.values(), isinstance(game.phase, Over)
    winners = [one.name for one in standings(game) if one.won] if is_over else []
    return {
        "turn": "" if is_over else game.turn.player,
        "winner": ", ".join(winners),
        "cash": [player.cash for player in players],
        "bankrupt": ["ON" if player.out else "OFF" for player in players],
    }
