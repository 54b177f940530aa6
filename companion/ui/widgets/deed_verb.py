"""What can be done with a deed, in few words; a tap on what cannot be done says why."""

from companion.ui.widgets.answer_button import AnswerButton
from companion.ui.widgets.answer_view import Weighed


class DeedVerb(Weighed):
    """The button, and what it does to the balance."""


class VerbAnswer(AnswerButton):
    """The button alone: its reason, if it is dimmed, has no room on it."""
