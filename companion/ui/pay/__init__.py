"""Pay screen: a payment between two parties that no rule asks for, booked as a ruling."""
