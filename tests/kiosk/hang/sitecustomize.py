"""A fault planted from outside: at SIGUSR1, whatever the main thread is doing, it hangs."""

import signal
import time

signal.signal(signal.SIGUSR1, lambda *_: time.sleep(3600))
