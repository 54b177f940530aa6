"""The views of the first ledger version: what a person reads in Datasette, no Python needed.

Money is double entry: every amount has a payer and a payee, and all accounts of a game, the bank
and the pot among them, add up to nothing. An undo is booked as entries the other way round, so
that plain sums are right after it.
"""

ENTRIES = """
CREATE VIEW entries AS
SELECT game, move, number, payer, payee, amount, why, deed, reversed
FROM events WHERE payer IS NOT NULL
"""

POSTINGS = """
CREATE VIEW postings AS
SELECT game, move, number, payee AS account, amount AS dollars, payer AS other, why, deed, reversed
FROM entries
UNION ALL
SELECT game, move, number, payer, -amount, payee, why, deed, reversed
FROM entries
"""

BALANCES = """
CREATE VIEW balances AS
SELECT game, account, sum(dollars) AS dollars FROM postings GROUP BY game, account
"""

STATEMENTS = """
CREATE VIEW statements AS
SELECT postings.game, account, move, at, text, why, deed, other, reversed, dollars,
       sum(dollars) OVER (
           PARTITION BY postings.game, account ORDER BY move, postings.number
       ) AS balance
FROM postings JOIN moves ON moves.game = postings.game AND moves.number = move
ORDER BY postings.game, account, move, postings.number
"""

STANDING_EVENTS = """
CREATE VIEW standing_events AS
SELECT * FROM events AS told
WHERE NOT reversed AND NOT EXISTS (
    SELECT 1 FROM events AS undo
    WHERE undo.game = told.game
      AND undo.reversed_move = told.move AND undo.reversed_event = told.number
)
"""

# A deed that has been back at the bank carries no building and no mortgage, whatever was before.
DEEDS = """
CREATE VIEW deeds AS
WITH told AS (
    SELECT *, row_number() OVER (PARTITION BY game ORDER BY move, number) AS place
    FROM standing_events WHERE deed IS NOT NULL AND payer IS NULL
),
owned AS (
    SELECT game, deed, receiver, max(place) FROM told WHERE kind = 'DeedPassed' GROUP BY game, deed
),
since AS (
    SELECT told.* FROM told WHERE place > coalesce(
        (SELECT max(back.place) FROM told AS back
         WHERE back.game = told.game AND back.deed = told.deed
           AND back.kind = 'DeedPassed' AND back.receiver = 'bank'), 0)
),
built AS (
    SELECT game, deed, buildings, max(place) FROM since
    WHERE buildings IS NOT NULL GROUP BY game, deed
),
pledged AS (
    SELECT game, deed, mortgaged, max(place) FROM since
    WHERE mortgaged IS NOT NULL GROUP BY game, deed
)
SELECT owned.game, owned.deed, receiver AS owner,
       coalesce(buildings, 0) AS buildings, coalesce(mortgaged, 0) AS mortgaged
FROM owned LEFT JOIN built USING (game, deed) LEFT JOIN pledged USING (game, deed)
WHERE receiver <> 'bank'
"""

VIEWS = (ENTRIES, POSTINGS, BALANCES, STATEMENTS, STANDING_EVENTS, DEEDS)
