"""Game code screen: a whole game as QR codes, to be photographed."""
