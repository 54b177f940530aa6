"""Run a command and print its peak memory: ``python -m companion.bench.told COMMAND...``."""

import json
import sys

from companion.bench.watch import memory
from companion.cli import cli

if __name__ == "__main__":
    cli(sys.argv[1:], standalone_mode=False)
    print(json.dumps({"peak": memory("VmHWM")}))
