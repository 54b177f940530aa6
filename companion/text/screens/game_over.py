"""Texts of the game over screen."""

from companion.text.catalogue import Sentences

ENDING = Sentences({"again": "Play again", "story": "Story", "code": "Code", "menu": "Menu"})
