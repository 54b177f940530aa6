"""Auction screen: a block for each bidder, for several hands at once."""
