"""Results that take seconds to compute, kept in the user's cache folder.

The hash of a game's last move is part of each key, and so are the weights of the chances: when
either changes, the result is computed again.
"""

import json
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from typing import Any

from platformdirs import user_cache_path

from companion.odds.model import weights_file
from companion.whole_file import written_whole


def kept(key: tuple[object, ...], compute: Callable[[], Any]) -> Any:
    """Return the result for ``key`` from its file, or compute it and write the file.

    The result is made of JSON's types. If there is no folder to write to, it is not kept.
    """
    name = sha256(json.dumps([weights_file(), *map(str, key)]).encode()).hexdigest()
    try:
        path = user_cache_path("companion") / f"chances-{name[:32]}.json"
    except (RuntimeError, KeyError):  # A user without a home.
        return compute()
    try:
        return json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        result = compute()
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with written_whole(path) as part:
            part.write_text(json.dumps(result), "utf-8")
    return result
