"""Trade screen: two players and what each of them gives."""
