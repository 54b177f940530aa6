"""The rules, one file for each chapter of the sheet. A rule takes the draft so far and a move,
asks its guards by name, then tells what happens; ``decide`` says which rule a move belongs to.
Whoever refuses the move raises IllegalMove, and then nothing has happened."""
