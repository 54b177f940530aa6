"""A second implementation of the rules, which shares no code with the engine.

``Referee.judge`` computes the effect of a move and compares every payment and the whole position
after it. ``Referee.objection`` names the clause that forbids a move. The referee reads the packaged
TOML itself and computes rent, salary, interest, even building and stock by itself. Of the engine it
may import only plain values (moves, rulings, phases), so that a fault in the rules is not repeated
here. Begin with ``judging``; ``doing`` has the effects, ``forbidding`` the objections.
Amounts are whole dollars; 5 buildings are a hotel; spaces count from 0 (GO).
"""

from tests.referee.judging import Disagreement, Referee

__all__ = ["Disagreement", "Referee"]
