"""A sentence in English that whoever shows it may say in another language."""


class Sentence(str):
    """``template`` with its places filled in by ``facts``: names, numbers, or more sentences.

    >>> full = Sentence("Not booked: {why}.", why=Sentence("the disk is full"))
    >>> full, full.template
    ('Not booked: the disk is full.', 'Not booked: {why}.')
    """

    template: str
    facts: dict[str, object]

    def __new__(cls, template: str, **facts: object) -> "Sentence":
        """Raises KeyError when a place has no fact."""
        sentence = super().__new__(cls, template.format(**facts))
        sentence.template, sentence.facts = template, facts
        return sentence

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, object]]:
        """Give pickle what ``__new__`` takes, so that a sentence can cross to another process."""
        return (self.template,), self.facts
