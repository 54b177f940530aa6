"""The running bank: window, ledger, devices and checks put together."""
