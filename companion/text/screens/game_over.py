"""Texts of the game over screen."""

from companion.text.catalogue import Sentences

ENDING = Sentences(
    {
        "again": "Play again, same seats",
        "again short": "Play again",
        "story": "Story",
        "share": "Share",
        "menu": "Menu",
    }
)
