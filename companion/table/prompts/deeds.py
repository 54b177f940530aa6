"""Prompts for building shortages and for received mortgages."""

from companion.engine import legal_moves, moves, valuation
from companion.engine.phases import Placing, ReceivedMortgages, Shortage
from companion.engine.rules.lots import bank_count
from companion.engine.state import Game
from companion.table.prompts.answers import answer
from companion.table.prompts.prompt import Prompt, titles
from companion.text import counted, deed_name, listed, prompt, sum_of
from companion.text.names import building_name


def shortage(game: Game, phase: Shortage) -> Prompt:
    """Ask the next rival who could also build (SHORT-2, FLOW-6)."""
    building = building_name(phase.building)
    wanted = listed([deed_name(game.board, key) for key in dict.fromkeys(phase.deeds)])
    stock = counted(bank_count(game, phase.building), phase.building)
    asked = phase.waiting[0]
    wants = prompt("shortage.wants", player=phase.builder, deeds=wanted)
    left = prompt("shortage.left", stock=stock)
    claims = answer(game, prompt("shortage.claim"), moves.ClaimBuilding(asked))
    waives = answer(game, prompt("shortage.waive"), moves.WaiveBuilding(asked), tone="plain")
    return Prompt(
        "shortage",
        asked,
        titles("shortage.title", asked, building=building),
        (left,),
        wants,
        answers=(claims, waives),
        yes=claims,
        no=waives,
    )


def placing(game: Game, phase: Placing) -> Prompt:
    """Ask for the lot of a building that was won at auction (FLOW-6)."""
    building = building_name(phase.building)
    places = (move for move in legal_moves(game) if isinstance(move, moves.PlaceBuilding))
    answers = tuple(answer(game, deed_name(game.board, move.deed), move) for move in places)
    heading = titles("placing.title", phase.player, building=building)
    yes = answers[0] if len(answers) == 1 else None
    where = prompt("placing.subline")
    return Prompt("placing", phase.player, heading, (where,), answers=answers, yes=yes)


def received_mortgages(game: Game, phase: ReceivedMortgages) -> Prompt:
    """Ask about the next received mortgage: pay the interest or lift it (MORT-5, FLOW-9)."""
    deed, player = game.board.deeds[phase.deeds[0]], phase.player
    interest = valuation.interest(game, deed)
    keeps = prompt("mortgage.keep", amount=sum_of(game, interest))
    lifts = prompt("mortgage.lift", amount=sum_of(game, deed.mortgage + interest))
    return Prompt(
        "mortgage",
        player,
        titles("mortgage.title", player),
        (prompt("mortgage.subline", deed=deed.name),),
        deed=deed.key,
        answers=(
            answer(game, keeps, moves.KeepMortgage(player, deed.key)),
            answer(game, lifts, moves.Unmortgage(player, deed.key)),
        ),
    )
