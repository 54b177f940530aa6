"""What a line of kv may say: what is where, what it shows, and which verb a touch sends.

The view binds and sends. A condition in it would be a rule nobody tests; a kv f-string over two
dots never updates on Kivy 2.3.1; what is reached through app.root cannot be replaced. So only what
is listed here is let through: names, their parts, literals, lengths, a colour of the theme, sums of
measures, and a choice of two constants by a property. Whatever a value depends on is a property,
written in Python, with a name.
"""

import ast
import re
from collections.abc import Callable, Iterable, Iterator

LINE = re.compile(r"\s*(#.*|<[\w@,+-]+>:|\w+(\.\w+)?:|(?P<name>[a-z]\w*):\s+(?P<code>.+))?")
"""Nothing, a comment, a rule, a widget or canvas, or a property with what it is."""
MEASURES = {
    "x",
    "y",
    "top",
    "right",
    "center_x",
    "center_y",
    "width",
    "height",
    "minimum_width",
    "minimum_height",
    "natural_width",
    "depth",
    "drop",
    "border",
    "radius",
}
"""What may be reckoned with."""
MODULES = ("theme", "painting")
"""Modules whose functions turn a value into a colour or a texture."""
ARITHMETIC = ast.Add | ast.Sub | ast.Mult | ast.Div


def kv_faults(source: str) -> list[str]:
    """Every line that says more than it may, with what is too much."""
    return [
        f"line {number}: {fault}"
        for number, line in enumerate(source.splitlines(), 1)
        for fault in _line_faults(line)
    ]


def _line_faults(line: str) -> Iterator[str]:
    found = LINE.fullmatch(line)
    if not found:
        yield f"{line.strip()!r} is no property in one line"
    elif found["code"]:
        try:
            node = ast.parse(found["code"].strip(), mode="eval").body
        except SyntaxError:
            yield f"{found['code']!r} is no expression"
            return
        yield from (_verb if found["name"].startswith("on_") else _value)(node)


def _verb(node: ast.expr) -> Iterator[str]:
    """One verb, told what was seen."""
    match node:
        case ast.Call(func=ast.Attribute(value=whose), args=args, keywords=[]):
            yield from _all(_value, [whose, *args])
        case _:
            yield f"{ast.unparse(node)!r} is not one verb"


def _value(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Attribute(value=ast.Name("app"), attr="root"):
            yield "app.root"
        case ast.Constant() | ast.Name() | ast.UnaryOp(op=ast.USub(), operand=ast.Constant()):
            pass
        case ast.Attribute(value=whole) | ast.Subscript(value=whole, slice=ast.Constant()):
            yield from _value(whole)
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Dict(values=parts):
            yield from _all(_value, parts)
        case ast.Call(func=ast.Name("dp" | "sp"), args=args, keywords=[]):
            yield from _all(_measure, args)
        case ast.Call(func=ast.Attribute(value=ast.Name(name)), args=args) if name in MODULES:
            yield from _all(_value, args)
        case ast.BinOp(op=op) if isinstance(op, ARITHMETIC):
            yield from _measure(node)
        case ast.IfExp(test=ast.Attribute() as test, body=one, orelse=other):
            yield from _all(_value, [test])
            yield from _all(_constant, [one, other])
        case _:
            yield f"{ast.unparse(node)!r} is thinking"


def _constant(node: ast.expr) -> Iterator[str]:
    """One of the two sides of a ternary."""
    match node:
        case ast.Constant():
            pass
        case ast.Call(func=ast.Name("dp" | "sp"), args=[ast.Constant()], keywords=[]):
            pass
        case _:
            yield f"{ast.unparse(node)!r} is no constant"


def _measure(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant(value=int() | float()):
            pass
        case ast.Call(func=ast.Name("dp" | "sp")):
            yield from _value(node)
        case ast.Attribute(value=whole, attr=name) if name in MEASURES:
            yield from _value(whole)
        case ast.BinOp(left=left, op=op, right=right) if isinstance(op, ARITHMETIC):
            yield from _all(_measure, [left, right])
        case _:
            yield f"{ast.unparse(node)!r} is no measure"


def _all(check: Callable[[ast.expr], Iterator[str]], nodes: Iterable[ast.expr]) -> Iterator[str]:
    for node in nodes:
        yield from check(node)
