"""Adapter for the simulator of github.com/mayankkejriwal/GNOME-p3, in Python with NumPy.

Its game loop decides by itself, so the functions that the loop calls are called one by one, and the
order of the players is kept here as the loop keeps it: it knows no doubles.
"""

import json
import sys
from pathlib import Path
from typing import Any

from answers import Refused, Unsupported
from monopoly_simulator import action_choices as actions
from monopoly_simulator import card_utility_actions as cards
from monopoly_simulator.flag_config import flag_config_dict
from monopoly_simulator.initialize_game_elements import initialize_board

SCHEMA = Path(sys.path[0], "monopoly_game_schema_v1-2.json")


class Table:
    """A game of the engine."""

    def __init__(self, header: dict[str, Any]) -> None:
        if header["board"] != "atlantic-city" or header["house_rules"] or header["game"] != "full":
            raise Unsupported("board, house rules and short games")
        if header["rent"] == "watchful":
            raise Unsupported("rent that lapses")
        schema = json.loads(SCHEMA.read_text("utf-8"))
        names = header["players"]
        states = schema["players"]["player_states"]
        states["player_name"] = names
        states["full_color_sets_possessed"] *= len(names)
        self.board = initialize_board(schema, dict.fromkeys(names))
        self.board["seed"] = self.board["card_seed"] = 1
        self.players = {player.player_name: player for player in self.board["players"]}
        self.places = self.board["location_sequence"]
        self.order = [*names]
        self.turn = names.index(header["first"] or names[0])

    def place(self, deed: str) -> Any:
        """Return the space of a deed by its key."""
        key = {"b-o-railroad": "b-and-o-railroad"}.get(deed, deed)
        for place in self.places:
            name = place.name.lower().replace("b&o", "b and o")
            if "-".join(name.replace(".", "").split()) == key:
                return place
        raise Unsupported(deed)

    def refuses(self, move: dict[str, Any]) -> bool:
        """Return True if the engine refuses a move."""
        if move["is"] == "Rule":
            raise Unsupported("rulings")
        try:
            self.play(move, [])
        except Refused:
            return True
        return False

    def play(self, move: dict[str, Any], later: list[Any]) -> None:
        """Make a move, or let the engine refuse it."""
        player = self.players.get(move.get("player", ""))
        match move["is"]:
            case "Rule":
                for effect in move["effects"]:
                    self.rule(effect)
            case "Roll":
                self.roll(player, move["dice"])
            case "Buy":
                self.do(actions.buy_property, player, self.places[player.current_position])
            case "Build":
                for deed in move["deeds"]:
                    place = self.place(deed)
                    hotel = getattr(place, "num_houses", 0) == 4
                    self.do(actions.improve_property, player, place, not hotel, hotel)
            case "Sell":
                place = self.place(move["deed"])
                hotel = getattr(place, "num_hotels", 0) > 0
                code = actions.sell_house_hotel(player, place, self.board, not hotel, hotel)
                self.check(code)
            case "Mortgage":
                self.do(actions.mortgage_property, player, self.place(move["deed"]))
            case "Unmortgage":
                self.do(actions.free_mortgage, player, self.place(move["deed"]))
            case "PayFine":
                self.check(actions.pay_jail_fine(player, self.board))
            case "UseJailCard":
                self.check(actions.use_get_out_of_jail_card(player, self.board))
            case "CollectRent":  # It was paid on landing.
                return
            case "OfferTrade":
                self.offer(player, move)
            case "AcceptTrade":
                self.check(actions.accept_trade_offer(player, self.board))
            case "DeclareBankruptcy":
                if player.current_cash >= 0:
                    raise Refused
                player.begin_bankruptcy_proceedings(self.board)
            case other:
                raise Unsupported(other)

    def roll(self, player: Any, dice: list[int]) -> None:
        """Roll as one turn of the loop does, with these dice."""
        if self.order[self.turn] != player.player_name:
            raise Refused
        self.turn = (self.turn + 1) % len(self.order)
        while self.players[self.order[self.turn]].status == "lost":
            self.turn = (self.turn + 1) % len(self.order)
        self.board["current_die_total"] = sum(dice)
        if player.currently_in_jail:
            player.currently_in_jail = False
            return
        position = (player.current_position + sum(dice)) % len(self.places)
        if self.places[position].loc_class == "action" and position != 30:
            raise Unsupported("a card of one's choice")
        cards.move_player_after_die_roll(player, sum(dice), self.board, True)
        player.process_move_consequences(self.board)

    def offer(self, player: Any, move: dict[str, Any]) -> None:
        """Offer deeds and cash."""
        other_goods = ("jail_cards", "debt", "landings")
        if any(move[side][kind] for side in ("gives", "wants") for kind in other_goods):
            raise Unsupported("a deal about more than deeds and cash")
        offer = {
            "property_set_offered": {self.place(deed) for deed in move["gives"]["deeds"]},
            "property_set_wanted": {self.place(deed) for deed in move["wants"]["deeds"]},
            "cash_offered": move["gives"]["cash"],
            "cash_wanted": move["wants"]["cash"],
        }
        self.check(actions.make_trade_offer(player, offer, self.players[move["other"]]))

    def do(self, action: Any, player: Any, place: Any, *more: Any) -> None:
        """Call a function of the engine."""
        self.check(action(player, place, self.board, *more))

    def check(self, code: Any) -> None:
        """Raise Refused for a code of failure."""
        if code == flag_config_dict["failure_code"]:
            raise Refused

    def rule(self, effect: dict[str, Any]) -> None:
        """Set up a part of a position."""
        player = self.players.get(effect.get("player", ""))
        match effect["is"]:
            case "SetCash":
                player.current_cash = effect["amount"]
            case "MoveToken":
                player.current_position = effect["space"]
            case "SetOwner" if effect["owner"] in self.players:
                place = self.place(effect["deed"])
                if place.owned_by is not self.players[effect["owner"]]:
                    place.update_asset_owner(self.players[effect["owner"]], self.board)
            case "SetBuildings":
                self.build(self.place(effect["deed"]), effect["buildings"])
            case "SetMortgaged" if effect["mortgaged"]:
                place = self.place(effect["deed"])
                place.is_mortgaged = True
                place.owned_by.mortgaged_assets.add(place)
            case "SetJail":
                player.currently_in_jail = bool(effect["turn"])
                player.current_position = self.board["jail_position"]
            case "SetJailCard" if effect["holder"] in self.players:
                holder = self.players[effect["holder"]]
                setattr(holder, f"has_get_out_of_jail_{effect['pack']}_card", True)
            case "SetTurn":
                self.turn = self.order.index(effect["player"])
            case other:
                raise Unsupported(other)

    def build(self, place: Any, buildings: int) -> None:
        """Stand buildings of the bank on a lot; five are a hotel."""
        owner, bank = place.owned_by, self.board["bank"]
        houses, hotels = (0, 1) if buildings == 5 else (buildings, 0)
        bank.total_houses -= houses - place.num_houses
        bank.total_hotels -= hotels - place.num_hotels
        owner.num_total_houses += houses - place.num_houses
        owner.num_total_hotels += hotels - place.num_hotels
        place.num_houses, place.num_hotels = houses, hotels

    def cash(self, name: str) -> float:
        """Return the cash of a player."""
        return float(self.players[name].current_cash)

    def owner(self, deed: str) -> str:
        """Return the owner of a deed."""
        return getattr(self.place(deed).owned_by, "player_name", "bank")

    def buildings(self, deed: str) -> int:
        """Return the number of buildings, 5 for a hotel."""
        place = self.place(deed)
        return 5 if place.num_hotels else int(place.num_houses)

    def is_mortgaged(self, deed: str) -> bool:
        """Return True if a deed is mortgaged."""
        return bool(self.place(deed).is_mortgaged)

    def stock(self) -> tuple[int, int]:
        """Return the houses and hotels of the bank."""
        return self.board["bank"].total_houses, self.board["bank"].total_hotels

    def space(self, name: str) -> int:
        """Return the number of the space with a token."""
        return int(self.players[name].current_position)

    def is_in_jail(self, name: str) -> bool:
        """Return True if a player is in jail."""
        return bool(self.players[name].currently_in_jail)

    def dice(self) -> str:
        """Return who rolls next."""
        return self.order[self.turn]

    def is_out(self, name: str) -> bool:
        """Return True if a player has lost."""
        return bool(self.players[name].status == "lost")
