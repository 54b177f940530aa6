"""Prompts for building shortages and for received mortgages."""

from companion.engine import legal_moves, moves, valuation
from companion.engine.phases import Placing, ReceivedMortgages, Shortage
from companion.engine.rules.lots import bank_count
from companion.engine.state import Game
from companion.text import counted, deed_name, listed, prompt
from companion.text.names import building_name
from companion.ui.play.prompts.answers import Answer, answer, sum_of
from companion.ui.play.prompts.prompt import Prompt


def shortage(game: Game, phase: Shortage) -> Prompt:
    """Ask the next rival who could also build (SHORT-2, FLOW-6)."""
    building = building_name(phase.building)
    wanted = listed([deed_name(game.board, key) for key in dict.fromkeys(phase.deeds)])
    stock = counted(bank_count(game, phase.building), phase.building)
    asked = phase.waiting[0]
    claims, waives = _claim_or_waive(game, asked, phase)
    return Prompt(
        "shortage",
        asked,
        prompt("shortage.lead", player=phase.builder, deeds=wanted),
        prompt("shortage.title", building=building),
        prompt("shortage.detail", stock=stock),
        phase.deeds[0],
        answers=(claims, waives),
        yes=claims,
        no=waives,
        leader=phase.builder,
    )


def _claim_or_waive(game: Game, name: str, phase: Shortage) -> tuple[Answer, Answer]:
    claims = prompt("shortage.claim", player=name)
    waives = prompt("shortage.waive", player=name, builder=phase.builder)
    return (
        answer(game, claims, moves.ClaimBuilding(name), name),
        answer(game, waives, moves.WaiveBuilding(name), name, tone="plain"),
    )


def placing(game: Game, phase: Placing) -> Prompt:
    """Ask for the lot of a building that was won at auction (FLOW-6)."""
    building = building_name(phase.building)
    places = (move for move in legal_moves(game) if isinstance(move, moves.PlaceBuilding))
    answers = tuple(
        answer(game, deed_name(game.board, move.deed), move, move.player, deed=move.deed)
        for move in places
    )
    lead = prompt("placing.lead", player=phase.player, building=building)
    title = prompt("placing.title")
    yes = answers[0] if len(answers) == 1 else None
    return Prompt("placing", phase.player, lead, title, "", answers=answers, yes=yes)


def received_mortgages(game: Game, phase: ReceivedMortgages) -> Prompt:
    """Ask about the next received mortgage: pay the interest or lift it (MORT-5, FLOW-9)."""
    deed, player = game.board.deeds[phase.deeds[0]], phase.player
    interest = valuation.interest(game, deed)
    keeps = prompt("mortgage.keep", amount=sum_of(game, interest))
    lifts = prompt("mortgage.lift", amount=sum_of(game, deed.mortgage + interest))
    cash = sum_of(game, game.players[player].cash)
    return Prompt(
        "mortgage",
        player,
        prompt("mortgage.lead", player=player),
        deed.name,
        prompt("mortgage.detail", player=player, cash=cash),
        deed.key,
        answers=(
            answer(game, keeps, moves.KeepMortgage(player, deed.key), player, deed=deed.key),
            answer(game, lifts, moves.Unmortgage(player, deed.key), player, deed=deed.key),
        ),
    )
