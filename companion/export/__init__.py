"""What leaves the ledger: a game as text, tables, an object, journals, or all in a bundle.

``pages`` reads a game once, by the rules; every form is then a function from pages to text.
"""
