"""Views for people with a database browser: results, throws, turns, ownership and rents.

All of them leave out what an undo took back. ``docs/ledger.md`` has queries that use them. They are
part of version 4 of the ledger and never change after it; a change is a new migration.
"""

_LINE = "char(10)"
_BOARD = f"substr(header, instr(header, {_LINE} || 'board: ') + 8)"
BOARD_OF_GAME = f"substr({_BOARD}, 1, instr({_BOARD}, {_LINE}) - 1)"
"""SQL of the board in the header of a game, which begins with edition and board."""

_PRINTED = """
    ('atlantic-city', 'mediterranean-avenue', 'Mediterranean Avenue', 'dark_purple', 1, 60, 30, 50),
    ('atlantic-city', 'baltic-avenue', 'Baltic Avenue', 'dark_purple', 3, 60, 30, 50),
    ('atlantic-city', 'reading-railroad', 'Reading Railroad', 'railroad', 5, 200, 100, 0),
    ('atlantic-city', 'oriental-avenue', 'Oriental Avenue', 'light_blue', 6, 100, 50, 50),
    ('atlantic-city', 'vermont-avenue', 'Vermont Avenue', 'light_blue', 8, 100, 50, 50),
    ('atlantic-city', 'connecticut-avenue', 'Connecticut Avenue', 'light_blue', 9, 120, 60, 50),
    ('atlantic-city', 'st-charles-place', 'St. Charles Place', 'purple', 11, 140, 70, 100),
    ('atlantic-city', 'electric-company', 'Electric Company', 'utility', 12, 150, 75, 0),
    ('atlantic-city', 'states-avenue', 'States Avenue', 'purple', 13, 140, 70, 100),
    ('atlantic-city', 'virginia-avenue', 'Virginia Avenue', 'purple', 14, 160, 80, 100),
    ('atlantic-city', 'pennsylvania-railroad', 'Pennsylvania Railroad',
        'railroad', 15, 200, 100, 0),
    ('atlantic-city', 'st-james-place', 'St. James Place', 'orange', 16, 180, 90, 100),
    ('atlantic-city', 'tennessee-avenue', 'Tennessee Avenue', 'orange', 18, 180, 90, 100),
    ('atlantic-city', 'new-york-avenue', 'New York Avenue', 'orange', 19, 200, 100, 100),
    ('atlantic-city', 'kentucky-avenue', 'Kentucky Avenue', 'red', 21, 220, 110, 150),
    ('atlantic-city', 'indiana-avenue', 'Indiana Avenue', 'red', 23, 220, 110, 150),
    ('atlantic-city', 'illinois-avenue', 'Illinois Avenue', 'red', 24, 240, 120, 150),
    ('atlantic-city', 'b-o-railroad', 'B. & O. Railroad', 'railroad', 25, 200, 100, 0),
    ('atlantic-city', 'atlantic-avenue', 'Atlantic Avenue', 'yellow', 26, 260, 130, 150),
    ('atlantic-city', 'ventnor-avenue', 'Ventnor Avenue', 'yellow', 27, 260, 130, 150),
    ('atlantic-city', 'water-works', 'Water Works', 'utility', 28, 150, 75, 0),
    ('atlantic-city', 'marvin-gardens', 'Marvin Gardens', 'yellow', 29, 280, 140, 150),
    ('atlantic-city', 'pacific-avenue', 'Pacific Avenue', 'green', 31, 300, 150, 200),
    ('atlantic-city', 'north-carolina-avenue', 'North Carolina Avenue', 'green', 32, 300, 150, 200),
    ('atlantic-city', 'pennsylvania-avenue', 'Pennsylvania Avenue', 'green', 34, 320, 160, 200),
    ('atlantic-city', 'short-line', 'Short Line', 'railroad', 35, 200, 100, 0),
    ('atlantic-city', 'park-place', 'Park Place', 'dark_blue', 37, 350, 175, 200),
    ('atlantic-city', 'boardwalk', 'Boardwalk', 'dark_blue', 39, 400, 200, 200),
    ('london', 'old-kent-road', 'Old Kent Road', 'dark_purple', 1, 60, 30, 50),
    ('london', 'whitechapel-road', 'Whitechapel Road', 'dark_purple', 3, 60, 30, 50),
    ('london', 'king-s-cross-station', 'King''s Cross Station', 'railroad', 5, 200, 100, 0),
    ('london', 'the-angel-islington', 'The Angel, Islington', 'light_blue', 6, 100, 50, 50),
    ('london', 'euston-road', 'Euston Road', 'light_blue', 8, 100, 50, 50),
    ('london', 'pentonville-road', 'Pentonville Road', 'light_blue', 9, 120, 60, 50),
    ('london', 'pall-mall', 'Pall Mall', 'purple', 11, 140, 70, 100),
    ('london', 'electric-company', 'Electric Company', 'utility', 12, 150, 75, 0),
    ('london', 'whitehall', 'Whitehall', 'purple', 13, 140, 70, 100),
    ('london', 'northumberland-avenue', 'Northumberland Avenue', 'purple', 14, 160, 80, 100),
    ('london', 'marylebone-station', 'Marylebone Station', 'railroad', 15, 200, 100, 0),
    ('london', 'bow-street', 'Bow Street', 'orange', 16, 180, 90, 100),
    ('london', 'marlborough-street', 'Marlborough Street', 'orange', 18, 180, 90, 100),
    ('london', 'vine-street', 'Vine Street', 'orange', 19, 200, 100, 100),
    ('london', 'strand', 'Strand', 'red', 21, 220, 110, 150),
    ('london', 'fleet-street', 'Fleet Street', 'red', 23, 220, 110, 150),
    ('london', 'trafalgar-square', 'Trafalgar Square', 'red', 24, 240, 120, 150),
    ('london', 'fenchurch-street-station', 'Fenchurch Street Station', 'railroad', 25, 200, 100, 0),
    ('london', 'leicester-square', 'Leicester Square', 'yellow', 26, 260, 130, 150),
    ('london', 'coventry-street', 'Coventry Street', 'yellow', 27, 260, 130, 150),
    ('london', 'water-works', 'Water Works', 'utility', 28, 150, 75, 0),
    ('london', 'piccadilly', 'Piccadilly', 'yellow', 29, 280, 140, 150),
    ('london', 'regent-street', 'Regent Street', 'green', 31, 300, 150, 200),
    ('london', 'oxford-street', 'Oxford Street', 'green', 32, 300, 150, 200),
    ('london', 'bond-street', 'Bond Street', 'green', 34, 320, 160, 200),
    ('london', 'liverpool-street-station', 'Liverpool Street Station', 'railroad', 35, 200, 100, 0),
    ('london', 'park-lane', 'Park Lane', 'dark_blue', 37, 350, 175, 200),
    ('london', 'mayfair', 'Mayfair', 'dark_blue', 39, 400, 200, 200)
"""
"""Deeds of the boards that come with the program, as printed."""

TITLE_DEEDS = f"""
CREATE VIEW title_deeds AS
WITH printed (board, deed, name, "group", space, price, mortgage, house_price) AS (VALUES{_PRINTED})
SELECT number AS game, deed, name, "group", space, price, mortgage, house_price,
       iif(instr(header, {_LINE} || 'game: short'), 4, 5) * house_price AS hotel_cost
FROM games JOIN printed ON board = {BOARD_OF_GAME}
"""

_NAME = "(SELECT name FROM title_deeds AS d WHERE d.game = told.game AND d.deed = told.deed)"

_LONGEST_PAUSE = "1.0 / 24"
"""Longest time between two moves that counts as play, in days."""

RESULTS = f"""
CREATE VIEW results AS
SELECT number AS game, started_at,
       (SELECT group_concat(winner.value, ', ')
        FROM standing_events AS ended, json_each(ended.data, '$.winners') AS winner
        WHERE ended.game = games.number AND kind = 'GameEnded') AS winner,
       substr(header, 10, instr(header, {_LINE}) - 10) AS edition,
       {BOARD_OF_GAME} AS board,
       (SELECT group_concat(name, ', ')
        FROM (SELECT name FROM players WHERE game = games.number ORDER BY seat)) AS players,
       (SELECT max(number) FROM moves WHERE game = games.number) AS moves,
       (SELECT CAST(round(1440 * total(gap)) AS INTEGER)
        FROM (SELECT julianday(at) - julianday(lag(at, 1, started_at) OVER (ORDER BY moves.number))
              AS gap FROM moves WHERE game = games.number)
        WHERE gap BETWEEN 0 AND {_LONGEST_PAUSE}
        HAVING (SELECT source FROM moves WHERE game = games.number AND number = 1) <> 'import'
       ) AS minutes
FROM games
"""
"""``minutes`` is the time between the moves, without pauses of over an hour, during which nobody
played or the clock was set; NULL for a game that was imported."""

# json_extract would be clearer, but SQLite refuses it in a view while trusted_schema is off.
THROWS = """
CREATE VIEW throws AS
SELECT told.game, move, at, player,
       CASE kind WHEN 'Thrown' THEN 'turn' WHEN 'CardThrown' THEN 'card' ELSE 'opening' END AS kind,
       source, CAST(substr(data, instr(data, '"dice":[') + 8, 1) AS INTEGER) AS a,
       CAST(substr(data, instr(data, '"dice":[') + 10, 1) AS INTEGER) AS b
FROM standing_events AS told JOIN moves ON moves.game = told.game AND moves.number = move
WHERE kind IN ('Thrown', 'CardThrown', 'OpeningThrown')
"""

TURNS = f"""
CREATE VIEW turns AS
WITH began AS (
    SELECT told.game, player, move, at
    FROM standing_events AS told JOIN moves ON moves.game = told.game AND moves.number = move
    WHERE kind = 'TurnBegan'
    UNION ALL
    SELECT games.number, name, 0, started_at FROM games JOIN players ON game = games.number
    WHERE instr(header, {_LINE} || 'first: ' || name || {_LINE})
)
SELECT game, row_number() OVER turn AS turn, player, move AS after_move, at AS began_at,
       lead(at) OVER turn AS ended_at
FROM began WINDOW turn AS (PARTITION BY game ORDER BY move)
"""

OWNERSHIP = f"""
CREATE VIEW ownership AS
WITH passed AS (
    SELECT told.game, deed, receiver, move, at, lead(move) OVER passes AS until_move,
           lead(at) OVER passes AS until_at
    FROM standing_events AS told JOIN moves ON moves.game = told.game AND moves.number = move
    WHERE kind = 'DeedPassed'
    WINDOW passes AS (PARTITION BY told.game, deed ORDER BY move, told.number)
)
SELECT game, deed, {_NAME} AS name, receiver AS owner, move AS from_move, at AS from_at,
       until_move, until_at
FROM passed AS told WHERE receiver <> 'bank'
"""

RENTS = f"""
CREATE VIEW rents AS
SELECT told.game, move, at, deed, {_NAME} AS name, payee AS owner, payer AS tenant,
       amount AS dollars
FROM standing_events AS told JOIN moves ON moves.game = told.game AND moves.number = move
WHERE kind = 'Paid' AND why = 'rent'
"""

VIEWS = (TITLE_DEEDS, RESULTS, THROWS, TURNS, OWNERSHIP, RENTS)
"""SQL of the views, each after those that it uses."""
