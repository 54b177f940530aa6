"""Rules of the game, one module for each chapter of the rule sheet.

A rule is a function of a draft and a move, named after its move. It calls its guards first: a
guard raises IllegalMove if it forbids the move. Then it emits the events of the move. Guards that
several chapters share are in ``guards``; the table in ``decide`` maps each move to its rule.

Import from here: the rest of the engine, never a layer above it. Begin reading with ``deeds``,
the shortest complete example, then ``turn``.
"""
