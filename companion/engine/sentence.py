"""An English sentence that keeps its template, so that it can be translated when it is shown."""


class Sentence(str):
    """Text of ``template`` with ``facts`` filled in: names, numbers, or further sentences.

    >>> full = Sentence("Not booked: {why}.", why=Sentence("the disk is full"))
    >>> full, full.template
    ('Not booked: the disk is full.', 'Not booked: {why}.')
    """

    template: str
    facts: dict[str, object]

    def __new__(cls, template: str, **facts: object) -> "Sentence":
        """Fill in the template. Raises KeyError if a placeholder has no fact."""
        sentence = super().__new__(cls, template.format(**facts))
        sentence.template, sentence.facts = template, facts
        return sentence

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, object]]:
        """Give pickle the arguments of ``__new__``, to pass a sentence to another process."""
        return (self.template,), self.facts
