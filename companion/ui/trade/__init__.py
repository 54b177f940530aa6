"""Trade screen: two players and what each gives."""
