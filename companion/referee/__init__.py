"""A second opinion on every move: the rules written once more, from the pages, sharing no code.

``Referee.judge`` works out what a move must come to and compares: every payment, and the whole
position after it. ``Referee.objection`` names the clause that forbids a move. The referee reads the
packaged TOML itself and has its own rent, salary, tenth, evenness and stock; of the engine it knows
only plain values (moves, effects, phases), so a fault in the rules is not a fault here as well.
Amounts are whole dollars; 5 buildings are a hotel; spaces count from 0 (GO).
"""

from companion.referee.judging import Disagreement, Referee

__all__ = ["Disagreement", "Referee"]
