"""Edition, house rules and board, read from the TOML files."""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[2] / "companion/engine"


@dataclass(frozen=True)
class Lot:
    """A title deed as the board file prints it."""

    key: str
    kind: str
    group: str
    price: int
    house: int
    rent: tuple[int, ...]


class Sheet:
    """An edition with its house rules, and a board."""

    def __init__(self, setup: Any) -> None:
        self.of: dict[str, Any]
        self.of = {"double_ones_bonus": 0, "fine_growth": 0, "buildings_from_price": False}
        self.of |= {"promises": False, "promises_bind_buyers": False}
        self.of |= {"go_doubles_by_card": True, "salary": 0, "salary_passing": 0}
        self.of |= {"least_bid": 1, "bid_step": 1, "auctions_from": "any"}
        self.of |= {"sealed_bids": False}
        self.of |= {"trade_on_turn": False, "build_on_turn": False, "trade_in_jail": True}
        self.of |= {"last_round": False, "rounds": 0, "sell_back": "no"}
        self.of |= {"deeds_dealt": 0, "dealt_deeds_paid": True}
        self.of |= {"hotels_need_houses": True, "loans": False}
        self.of |= {"rent_after_first_round": False, "ruined_deeds": "creditor"}
        self.of |= _edition(setup.edition.source)
        for rule in setup.house_rules:
            self._turn(rule, len(setup.players))
        board = _read("boards", setup.board.source)
        self.houses: int
        self.hotels: int
        self.salary: int
        self.fine: int
        self.houses, self.hotels = board["houses"], board["hotels"]
        self.salary, self.fine = board["salary"], board["fine"]
        self.spaces: list[dict[str, Any]] = board["spaces"]
        self.keys = [space.get("key", _slug(space["name"])) for space in self.spaces]
        self.lots = {
            key: Lot(
                key,
                kind=row["kind"],
                group=row["group"],
                price=row["price"],
                house=row.get("house_price", 0),
                rent=tuple(row["rent"]),
            )
            for key, row in zip(self.keys, self.spaces, strict=True)
            if "rent" in row
        }
        self.groups: dict[str, list[str]] = {}
        for lot in self.lots.values():
            self.groups.setdefault(lot.group, []).append(lot.key)
        packs = board["packs"]
        self.cards = {
            pack: {
                card["key"]: card
                for name in dict.fromkeys(("classic", self.of["pack"]))
                for card in packs.get(name, {}).get(pack, [])
            }
            for pack in ("chance", "community_chest")
        }
        self.mode = setup.game
        self.automatic = setup.rent == "automatic"
        self.top = 3 if self.mode == "short" else 4  # QUICK-3

    def _turn(self, rule: str, players: int) -> None:
        words = rule.lower().replace("-", " ").replace("$", " ").split()
        amount = words.pop() if words[-1].isdigit() else ""
        for key, value in self.of["house_rules"][" ".join(words)].items():
            if str(value).startswith(("amount", "count")):
                self.of[key] = int(amount or str(value).split()[-1])
            elif value == "by players":  # HOUSE-11
                row = next(row for row in self.of["deal_by_players"] if row[0] == players)
                self.of[key] = row[("players", "deeds_dealt", "starting_cash").index(key)]
            else:
                self.of[key] = value

    def tenth(self, amount: int) -> int:
        """Return a tenth of ``amount`` in whole dollars, rounded as agreed (TAX-4)."""
        whole, rest = divmod(amount, 10)
        up = {"nearest": rest >= 5, "up": rest > 0, "down": False}[self.of["rounding"]]
        return whole + up


def _edition(source: str) -> dict[str, Any]:
    own = _read("editions", source)
    base = _edition(own["like"]) if "like" in own else {}
    rules = {**base.get("house_rules", {}), **own.get("house_rules", {})}
    return {**base, **own, "house_rules": rules}


def _read(folder: str, source: str) -> dict[str, Any]:
    packaged = DATA / folder / f"{source}.toml"
    path = packaged if packaged.exists() else Path(source)
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
