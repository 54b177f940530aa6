"""Texts of the checks of the machine: subjects, findings and remedies."""

from companion.engine.problems import Message


class Subject(Message):
    """Subject of a check."""

    DISPLAY = "Display"
    GRAPHICS = "Graphics"
    TOUCH = "Touch"
    TRAY = "Dice tray"
    PINS = "Pins"
    PANEL = "Panel"
    GROUPS = "Groups"
    SYSTEM = "System"
    POWER = "Power"
    TEMPERATURE = "Temperature"
    MEMORY_CARD = "Memory card"
    CARD = "Card"
    CLOCK = "Clock"
    LEDGER = "Ledger"
    SECOND_COPY = "Second copy"


class Use(Message):
    """Use of the devices of a group."""

    VIDEO = "screen and backlight"
    RENDER = "graphics"
    INPUT = "touch"
    GPIO = "buttons"
    DIALOUT = "dice tray"
    OF_GROUP = "{group} ({use})"


class Found(Message):
    """Finding of a check."""

    WINDOW_SYSTEM = "a window system ({name}={value})"
    NO_SCREEN_CONNECTED = "a graphics card, but no screen is connected to it"
    NO_SCREEN = "none"
    NO_KIVY = "no window: Kivy has no release for Python {version}"
    SEVERAL_SCREENS = "{one}, which is drawn on; {others} stays dark"
    PANEL_SIZE = "{width} x {height} pixels"
    PANEL_TOO_SMALL = "{width} x {height} pixels, too few to read the bank's screens on"
    GRAPHICS_NODE = "{node}, drawn with {driver}"
    NO_GRAPHICS = "no graphics processor: the bank draws slowly"
    NO_TOUCHSCREEN = "no touchscreen"
    ONE_FINGER = "a touchscreen that reports one finger only"
    NO_INPUT = "no touchscreen, mouse or keyboard"
    INPUT_BY_WINDOW_SYSTEM = "through the window system"
    INPUT_DEVICES = "{count} input devices"
    NO_TRAY = "{why}: the dice are tapped in"
    TRAY_SILENT = "{port} says nothing"
    TRAY_ANSWERS = "{port}, {answer}"
    TRAY_IN_USE = "{port}, in use, by the bank perhaps"
    NO_PINS = "this machine has none: no buttons, no lamp"
    NO_LGPIO = "lgpio, which drives them, is missing"
    NO_PERMISSION = "no permission to use {device}"
    GROUPS_NOT_NEEDED = "not needed"
    NOT_IN_GROUPS = "this user is not in {groups}"
    CARD_UNWRITABLE = "{folder} cannot be written: {why}"
    CARD_SPEED = "a booking takes {took} ms, {free} MiB are free in {folder}"
    CARD_IN_MEMORY = "{folder} is in memory: switched off, all is forgotten"
    SYSTEM_BITS = "{bits} bits"
    POWER_GOOD = "enough"
    POWER_WAS_LOW = "was too low since the machine was switched on"
    POWER_LOW = "too low"
    DEGREES = "{degrees} °C"
    CARD_CLASS = "{name}, class A{number}"
    CARD_WITHOUT_CLASS = "{name}, without an application class"
    CARD_WORN = "{name}, {used} % of its life is used up"
    CLOCK_OF_ITS_OWN = "{time}, kept by a battery"
    CLOCK_FROM_NETWORK = "{time}, from the network"
    CLOCK_UNSURE = "{time}, without a battery and without a network"
    WRONG_TIME = "{time}, which cannot be"
    NONE_YET = "none yet in {folder}"
    LEDGER_SOUND = "sound; games: {games}, moves: {moves}"
    LEDGER_END_SOUND = "its newest rows are sound; games: {games}, moves: {moves}"
    NO_SECOND_COPY = "none: a card that dies takes every game along"
    COPY_MISSING = "{folder} is not there"
    COPY_UNWRITABLE = "{path} may not be written"
    COPY_BEHIND = "{path} lacks the last {moves} entries"
    COPY_ON_SAME_DISK = "{folder} is on the same disk as the ledger: it dies with it"
    COPY_COMPLETE = "{path} has everything"


class Remedy(Message):
    """Remedy for a finding."""

    CHECK_SCREEN = "Check the screen's cable and power, then restart."
    CONNECT_SCREEN = (
        "Connect a screen; on a Raspberry Pi, leave 'dtoverlay=vc4-kms-v3d' in config.txt."
    )
    OTHER_PYTHON = (
        "Install the program with Python 3.11, 3.12 or 3.13: 'uv tool install --python 3.13 .' in"
        " its checkout."
    )
    LARGER_PANEL = "Use a panel of 800 x 480 or more."
    CHECK_TOUCH = "Check the panel's cable. As soon as it is there it is found."
    USE_CAGE = (
        "Install with 'systemd/install.sh --backend cage', or use a panel that reports several"
        " fingers."
    )
    BUILD_TRAY = "See hardware/README.md for building one, or try 'companion tray --simulate'."
    REPLUG_TRAY = "Unplug it and plug it in again; 'companion tray --probe' shows what it says."
    INSTALL_LGPIO = "Install python3-lgpio; where there is none, see docs/kiosk.md about pins."
    JOIN_GROUPS = "sudo usermod -aG {names} {user}, log in anew."
    JOIN_GROUP = "Add this user to the group '{group}', then log in anew."
    ANOTHER_FOLDER = "Choose another folder with --data or COMPANION_DATA."
    MAKE_ROOM = (
        "Copy the games to a USB stick, then use a larger card, or make room: a full card ends the"
        " game."
    )
    OWN_PARTITION = "Give the ledger a partition of its own, as README says under read-only."
    FASTER_CARD = "Use a faster card: one of application class A1 or A2."
    INSTALL_64_BITS = "Install the 64-bit system: the bank needs one."
    BETTER_SUPPLY = "Use the power supply of this board, and a short cable."
    COOL_IT = "Give it air: it slows down when it is hot."
    NEW_CARD = "Replace the card soon, and name a folder for a second copy."
    SET_CLOCK = "Connect it to a network for a minute, or set it with 'sudo date -s'."
    RUN_AUDIT = "Run 'companion audit --all'; the bank offers a way out when it starts."
    NAME_SECOND_COPY = "Say with --mirror or COMPANION_MIRROR in which folder it should be."
    ANOTHER_DISK = "Name a folder on another disk, such as a USB drive."
    PLUG_IN_DRIVE = "Is the stick plugged in?"
    UNPROTECT_DRIVE = "Is the stick write-protected?"
    ANOTHER_COPY = "Keep it, and name another folder for the second copy."
    NEXT_MOVE = "The next move writes them."
