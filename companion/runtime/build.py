"""Build the state of each screen and connect it to the table."""

from functools import partial
from pathlib import Path
from typing import Any

from companion.runtime.sharing import share, share_page
from companion.system.machine_settings import machine_settings
from companion.system.server_switch import server_switch
from companion.system.wifi import own_wifi
from companion.table.jobs.evening_job import EveningJob
from companion.table.jobs.report_job import ReportJob
from companion.table.jobs.rules_job import RulesJob
from companion.table.phones.seats import FILE_NAME
from companion.table.settings import MOTIONS, Settings
from companion.table.setup import preparation
from companion.table.sound_cues import SoundCues
from companion.table.states.bank_cards import BankCardsState
from companion.table.states.device import DeviceActions, DeviceState
from companion.table.states.dice import DiceState
from companion.table.states.first_start import FirstStartState
from companion.table.states.game_code import GameCodeState
from companion.table.states.guests import GuestsState
from companion.table.states.history import HistoryState
from companion.table.states.network import NetworkState
from companion.table.states.past_games import PastGamesState
from companion.table.states.phones import PhonesState
from companion.table.states.settings import Play, SettingsState
from companion.table.states.voice import Silence, Speaker, VoiceState
from companion.table.table import Table

NAMED_GAMES = 20
"""Number of past games whose names are suggested for the next."""


def build_screens(
    table: Table,
    ledger: Any,
    settings: Path,
    play: Play = lambda name, volume: None,
    speaker: Speaker | None = None,
) -> None:
    """Give ``table`` the state of each screen.

    ``settings`` is the path of the settings file; ``play`` plays a sound; ``speaker`` speaks.

    Raises LedgerError if the ledger cannot be read.
    """
    table.settings = _build_settings(table, settings, play)
    table.voice = VoiceState(table, speaker or Silence(), table.settings.play_sound)
    SoundCues(table, table.voice.play_sound)
    table.device = table.device or DeviceState(DeviceActions(), table.clock)
    table.dice = table.dice or DiceState()
    table.bank_cards = table.bank_cards or BankCardsState(table)
    table.guests = table.guests or GuestsState(table.clock)
    games = ledger.place().games
    dice = "tray" if table.by_tray else "hand"
    last = None
    if games:
        last = preparation.seated_since(ledger.setup(games), ledger.game(games).players)
    table.rules_job = RulesJob(lambda: ledger, table.say, table.clock, share_page)
    cards = table.rules_job.cards()
    table.set_value("setup", preparation.begun(ledger.names(NAMED_GAMES), last, dice, cards))
    table.first_start = FirstStartState(table, table.device.set_clock, table.device.doubt_clock)
    table.history = HistoryState(lambda: table.session, table.say)
    table.past_games = PastGamesState(
        lambda: ledger, table.adopt_session, table.say, table.stop, table.clock
    )
    table.report_job = ReportJob(lambda: ledger, table.say, table.clock, share)
    table.evening_job = EveningJob(table)
    table.game_code = GameCodeState(lambda: ledger, table.clock)
    table.phones = PhonesState(
        lambda: table.session, table.clock, own_wifi, server_switch(), ledger.folder / FILE_NAME
    )
    table.network = NetworkState(machine_settings(), table.clock)
    table.phones.has_network = table.network.is_there
    table.bind(
        time=lambda _: table.first_start.show(),
        screen=partial(_follow_screen, table),
        number=table.history.show,
    )
    table.tray_input.bind(pending_rolls=lambda rolls: table.first_start.see_rolls(rolls))
    table.past_games.count_wins()
    table.report_job.is_kiosk = table.rules_job.is_kiosk = table.phones.has_switch
    table.around = [
        table.history.show,
        table.evening_job.show,
        table.past_games.show,
        table.phones.show,
        table.network.show,
        table.dice.show,
        table.bank_cards.show,
    ]


def _follow_screen(table: Table, screen: str) -> None:
    states = table.first_start, table.past_games, table.network, table.phones, table.guests
    for state in (*states, table.history, table.dice, table.bank_cards):
        state.follow(screen)


def _build_settings(table: Table, settings: Path, play: Play) -> SettingsState:
    """Build the state, and rotate the screen with the game."""
    state = SettingsState(
        settings, lambda: table.session, table.speak, table.say, table.clock, play
    )

    def use(kept: Settings) -> None:
        table.by_tray, table.moments.less_motion = kept.by_tray, kept.motion != MOTIONS[0]

    use(state.value)
    state.bind(value=use)
    table.bind(screen=state.follow)
    table.bind(
        screen=lambda screen: state.light.keep_bright(screen == "game_code"),
        by_tray=state.use_tray,
        time=state.update_theme,
        now=lambda now: state.rotate_to(now.player),
    )
    return state
