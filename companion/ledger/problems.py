"""Texts of the ledger's errors and messages: what is wrong, where, and what to do."""

from companion.engine.problems import Message


class LedgerProblem(Message):
    """A sentence about the ledger."""

    # Opening.
    NO_LEDGER = (
        "There is no ledger in {folder}. Play a game with 'companion play', or set --data or"
        " COMPANION_DATA to the folder of a ledger."
    )
    NOT_A_LEDGER = "{path} is not a ledger. Move it away, or use another folder."
    ANOTHER_DATABASE = "{path} is another program's database. Move it away, then start again."
    ONE_GAME_ALONE = (
        "{path} has one game alone, for an audit. No game is played in it: use another folder."
    )
    NEWER_VERSION = (
        "{path} was written by a newer version of this program (ledger version {found}; this one"
        " knows up to {known}). Update the program, then start again."
    )
    IN_USE = "{path} is in use by {holder}. Close that first, then start again."
    NOT_DURABLE = (
        "The ledger would not be durable here: SQLite {version} uses {pragma} = {actual} instead of"
        " {expected}. Put the data folder on a local disk or card."
    )
    FOLDER_UNUSABLE = (
        "The folder {folder} cannot be used: {why}. Choose another folder with --data or"
        " COMPANION_DATA."
    )
    UNUSABLE = "{path} cannot be used: {why}."
    STRANGER = "{path} is not a file of the ledger. Remove it, then start again."
    NOT_WRITABLE_HERE = (
        "{path} cannot be written here. Choose another folder with --data or COMPANION_DATA."
    )
    # Reading and copying.
    UNREADABLE = "{path} cannot be read: {why}."
    UNWRITABLE = "{path} cannot be written: {why}."
    UNREADABLE_INPUT = "{why}."
    LEDGER_UNREADABLE = "The ledger cannot be read: {why}."
    VALUE_UNREADABLE = "The ledger has a value that cannot be read: {why}."
    ROW_UNREADABLE = (
        "The ledger in {where} has a row that cannot be read ({why}). Run 'companion audit --all'"
        " to find it."
    )
    HEADER_UNREADABLE = "The header of game {game} cannot be read: {why}."
    NO_GAMES = "There is no game in the ledger yet. Play one with 'companion play'."
    NO_SUCH_GAME = "There is no game {game} in the ledger."
    BEING_WRITTEN = "{path} is being written all the time. Try again in a moment."
    CANNOT_COPY = "The ledger cannot be copied: {why}."
    CANNOT_RESTORE = "{path} cannot be restored: {why}."
    # Storing moves.
    NOT_BOOKED = "Not booked: {why}."
    GONE = "Not booked: {path} is gone. Was the card taken out, or the folder moved?"
    NOT_THERE = "{path} is not there any more."
    ANOTHER_LEDGER = "Another ledger lies where the one with this game was."
    NOT_THE_NEXT_MOVE = (
        "Not booked: it would be move {move} of game {game}, which has {moves}. Open the game"
        " again."
    )
    MOVE_NOT_READ_BACK = "'{text}' would not be read as the same move. Nothing was booked."
    POSITION_IMPOSSIBLE = (
        "'{text}' would leave a position that cannot exist: {why}. Nothing was booked. Make another"
        " move, or undo the one before."
    )
    ENDED_WHERE_SOUND = (
        "This game had come to a position that cannot exist: {why}. Moves undone: {count}. Play on"
        " from there."
    )
    MOVE_KNOWN = "Not booked a second time: it was move {move} of game {game}."
    THROW_KNOWN = "Not booked a second time: that throw was dealt with."
    NOT_RESTORED = "Not restored: {why}."
    ROW_OUT_OF_ORDER = "Not restored: {row} does not follow from the one before."
    # Warnings.
    BACKUP_AHEAD = (
        "This ledger lacks moves that its backup {file} has. That backup stays there: this card may"
        " have lost them."
    )
    LOG_INCOMPLETE = (
        "The last entry in the log is incomplete: the power failed while it was saved, or the card"
        " damaged it. If the last move is missing, play it again."
    )
    DISK_NEARLY_FULL = (
        "The disk is nearly full: about {moves} more moves fit. Use a larger card before the next"
        " game, or make room."
    )
    DISK_ALMOST_FULL = (
        "The disk is nearly full: fewer than 100 more moves fit. Use a larger card before the next"
        " game, or make room."
    )
    RESERVE_IN_USE = (
        "The disk was full and the reserve is in use: about {moves} more moves fit. Use a larger"
        " card before the next game, or make room."
    )
    RESERVE_ALMOST_USED = (
        "The disk was full and the reserve is in use: fewer than 100 more moves fit. Use a larger"
        " card before the next game, or make room."
    )
    BOTH = "{first} {second}"
    # The second copy.
    COPY_STOPPED = "The second copy has stopped: {why}"
    COPY_HAS_STOPPED = "The second copy has stopped: see the menu."
    COPY_WAITS = "No USB stick: the second copy waits."
    PLUG_IN_DRIVE = "Is the stick plugged in?"
    COPY_COMPLETE = "The second copy is complete again."
    COPY_FAILED = "{path}: {why}."
    COPY_OF_ANOTHER_LEDGER = "{path} belongs to another ledger, or has moves that this one lacks."
    COPY_LINE = "Line {line} of {path} {fault}."
    COPY_LAST_LINE = "The last line of {path} {fault}."
    COPY_DIFFERS = "Line {line} of {path} is not what the ledger has."
    COPY_HAS_MORE = "Its second copy {path} has {moves} moves that it lacks."
    MISSING_BUT_COPIED = "{path} is missing, but its second copy {copy} has {moves} entries."
    # Damage.
    CANNOT_CONTINUE = "{path} cannot be continued. {fault}"
    CHANGED_PART = "{path} was changed by another program: {part}. Nothing more is booked in it."
    EMPTY = "{path} has 0 bytes: it is not a ledger, or it lost all its games."
    LOG_WITHOUT_LEDGER = (
        "{path} is missing or empty, but its log {log} is not. Transactions in the log: {count}."
    )
    LOG_DAMAGED = (
        "{path} cannot be continued: its log {log} was damaged after it was written (frame {frame}"
        " of {frames}). Moves that may be lost: the last {count}."
    )
    LOG_SHORTENED = (
        "{path} cannot be continued: its log {log} lost its end while the ledger was open. The"
        " newest moves may be lost."
    )
    FILE_DAMAGED = "The file is damaged: {why}."
    FILE_CHANGED = "The file was changed by another program: {part}."
    ORPHANS = "Moves and events are there without their games: {games}."
    ORPHANS_IN_LEDGER = "{fault} Run 'companion audit --all' for details."
    STRAY_ROW = (
        "A row of {table} (game {game}, {number}) belongs to a row of {parent} that is not there."
    )
    ENTRY_MISSING = "Entry {entry} of the ledger is missing: a move was taken out."
    GAME_MISSING = "Game {game} of the ledger is missing: it was taken out."
    NOT_ONE_GAME = "The file should have one game alone, and has {games}."
    ROW_MISSING = "{row} is missing."
    ROW_CHANGED = "{row} is not as it was recorded: its hash does not fit."
    NEWEST_ROWS_DAMAGED = "Its newest rows are damaged, {why}."
    ROW_FAULT = "{row}: {fault}."
    ROW_NOT_READ = "{row}: {fault}"
    CHECK_CUT_SHORT = "The check of the ledger was cut short."
    # Fingerprints.
    FINGERPRINT_OF_LAST_MOVE = "Fingerprint {fingerprint}: move {move} of game {game}, the last one"
    FINGERPRINT_OF_EARLIER_MOVE = (
        "Fingerprint {fingerprint}: move {move} of game {game}, the game continued after it, to"
        " move {last}"
    )
    FINGERPRINT_NOT_FOUND = "Fingerprint {fingerprint}: NOT FOUND. {why}"
    NO_MOVE_HAS_IT = "No move has it: the game was changed, or its end is missing."
    END_IS_MISSING = "Game {game} has {moves} moves, and had {wanted}: its end is missing."
    GAME_WAS_CHANGED = "Move {move} of game {game} has {fingerprint}: the game was changed."


class Why(Message):
    """A part of a sentence about the ledger."""

    # Errors of SQLite.
    SQLITE = "{why} ({code})"
    DISK_FULL = "the disk is full"
    DISK_FAILED = "the disk or card failed"
    READ_ONLY = "it can only be read, not written"
    CANNOT_OPEN = "it cannot be opened"
    NO_PERMISSION = "access is not permitted"
    BUSY = "another program is using it"
    NOT_A_DATABASE = "it is not a database"
    DAMAGED = "it is damaged"
    ENDLESS = "reading it takes far too long, as of a file that was made to do so"
    APPEND_ONLY = "the ledger is only ever added to"
    # Programs that have a file open.
    THIS_PROGRAM = "this program already"
    ANOTHER_PROGRAM = "another program"
    ANOTHER_PROCESS = "another program (process {process})"
    # Files that are not overwritten.
    NOT_A_FILE = "it is not a file"
    A_LINK = "it is a symbolic link; remove it, or name another file"
    ANOTHER_NAME = "it is another name of a file; remove it"
    FILE_IN_USE = "it is in use by {holder}; name another file"
    A_DATABASE = "a database is there, perhaps a ledger; name another file"
    LOG_OF_ANOTHER_LEDGER = "the log of another ledger is beside it; name another file"
    # Rows of a game.
    HEAD_CHANGED = "its header or its players were changed after it began"
    HEADER_UNREADABLE = "its header cannot be read: {why}"
    NO_OPENING = "its opening entry is missing"
    HASH_DIFFERS = "is not as it was booked: its hash does not fit"
    MOVE_MISSING = "comes where move {move} is missing"
    OUT_OF_ORDER = "does not follow from the one before it"
    ROW_DAMAGED = "is damaged, {why}"
    TIME_IMPOSSIBLE = "has a time that cannot be: {at}"
    EVENT_UNREADABLE = "has an event that cannot be read: {why}"
    COLUMN_DIFFERS = "has in event {event} '{column}' = {found}, but the event itself has {wanted}"
    MOVE_UNREADABLE = "'{text}' cannot be read: {why}"
    MOVE_REFUSED = "'{text}' is refused by the rules, {why}"
    OTHER_EVENTS = "'{text}' leads to other events by the rules than were booked"
    IMPOSSIBLE_POSITION = "leaves a position that cannot exist: {why}"
    IMPOSSIBLE_SINCE = "its position cannot exist since move {move}: {why}"
    BALANCE_DIFFERS = "{account} has ${dollars}, but the entries come to ${booked}"
    INDEX_DAMAGED = "an index is damaged"
    # Lines of a second copy.
    NOT_A_LINE = "is not a line of a second copy"
    LINE_CHANGED = "is not as it was written: its hash does not fit"
    LINES_MISSING = "does not follow from the one before it: lines are missing"
    # Parts of the file.
    PART_MISSING = "the {kind} '{name}' is missing"
    PART_CHANGED = "the {kind} '{name}' was changed"
    FOREIGN_TRIGGER = "the trigger '{name}' is not the ledger's"
    GAME = "Game {game}"
    MOVE = "Move {move} of game {game}"
    AFTER_MOVE = "After move {move} of game {game}"
    THROW = "Throw {number} of the tray"
    RESTORATION = "Restoration {number}"
    INTERRUPTION = "Interruption {number}"
    ORPHANED_GAME = "game {game} (moves: {moves}, events: {events})"
