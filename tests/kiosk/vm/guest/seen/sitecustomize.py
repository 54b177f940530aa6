"""Planted in the bank from outside: it tells the hands what has been shown, after each frame in
which that changed, and at SIGUSR1 where the keys are that can be seen. It calls nothing."""

import json
import signal
import socket
import sys
import threading
import time

ADDRESS = "\0companion-hands"


def tell(**what: object) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as hands:
        hands.sendto(json.dumps(what).encode(), ADDRESS)


def where_the_keys_are(*_: object) -> None:
    from kivy.core.window import Window

    from companion.ui.driver import targets

    tell(
        keys=[
            {
                "do": [str(word) for word in one.do],
                "refused": one.reason,
                "x": round(one.center[0]),
                "y": round(Window.height - one.center[1]),
            }
            for one in targets()
        ]
    )


def _watch() -> None:
    """Waits for the window on a thread of its own; from then on each frame calls."""
    while not (running := _running_app()):
        time.sleep(0.2)
    from kivy.clock import Clock

    Clock.schedule_once(lambda _: _look_after_each_frame(running.root.table))


def _running_app() -> object:
    app = getattr(sys.modules.get("kivy.app"), "App", None)  # it may be half imported
    running = app and app.get_running_app()
    return running if running and running.root else None


def _look_after_each_frame(table: object) -> None:
    from kivy.core.window import Window

    last: list[object] = []

    def shown(_: object) -> None:
        game = table.session.game_number if table.session else 0
        tray, page = table.tray_input.state, table.dice.value
        now = [game, table.number, table.fingerprint, table.screen, tray, table.awaited]
        now += [str(table.notice), bool(page.trouble), page.is_choosing]
        now.append({die.address: [die.face, die.is_awake] for die in page.dice})
        if now != last:
            last[:] = now
            names = ("game", "number", "fingerprint", "screen", "tray", "awaited")
            names += ("notice", "has_no_radio", "is_choosing", "dice")
            tell(shown=dict(zip(names, now, strict=True)))

    Window.bind(on_flip=shown)
    # Not every screen shows tray and dice: without a change to draw there would be no frame.
    table.tray_input.bind(state=lambda *_: Window.canvas.ask_update())
    table.dice.bind(value=lambda *_: Window.canvas.ask_update())
    Window.canvas.ask_update()


signal.signal(signal.SIGUSR1, where_the_keys_are)
threading.Thread(target=_watch, daemon=True).start()
