"""Network of the machine: the Wi-Fi that it joins, one of its own, and its name."""
