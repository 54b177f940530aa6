"""Auction screen: a block of buttons for each bidder, usable by several hands."""
