"""The running bank: window, ledger, devices and checks put together.

Everything except ``cli`` may be imported here. Begin with ``bank``, the composition
root, then ``ledger_session`` and ``devices``.
"""
