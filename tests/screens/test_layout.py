"""Parts get room by three rules; what does not fit takes a smaller form, and is never squeezed."""

import json

import pytest

from companion.look.palette import EVENING, PAPER, color_of
from companion.screens.figures import small_deed
from companion.screens.layout import MOST_KEPT, least, place, place_rows
from companion.screens.moments import VERDICT
from companion.screens.parts import (
    HEIGHTS,
    HUG,
    ORNAMENT,
    SPACES,
    Blank,
    Ground,
    Key,
    Node,
    Pad,
    Pane,
    Part,
    Plate,
    Style,
    Words,
    column,
    figure,
    fit,
    grid,
    may,
    over,
    row,
    rows,
    text,
)
from companion.screens.ruler import promised
from companion.screens.typesetting import broken
from companion.screens.ways import Way
from companion.text.told import Name, SpaceName, Told, Typed

INK, PAPER_WHITE = "#000000", "#ffffff"
BODY = Style()
BOX = Ground(PAPER_WHITE)


def boxes(part: Part, w: float, h: float, scale: float = 1.0) -> dict[str, tuple[int, ...]]:
    return {key: node[:4] for key, node in place(part, w, h, scale).items()}


def box(**room: object) -> Part:
    return Part(BOX, **room)  # type: ignore[arg-type]


def line(words: str) -> Part:
    return text(words, BODY, INK)


# --- rule 1 -----------------------------------------------------------------------------------


def test_sizes_come_first_and_shares_have_what_is_left() -> None:
    part = row(box(size=100), box(), box(share=2), gap="l")
    assert boxes(part, 420, 50) == {
        ".0": (0, 0, 100, 50),
        ".1": (110, 0, 100, 50),
        ".2": (220, 0, 200, 50),
    }


@pytest.mark.parametrize(
    ("kids", "heights"),
    [
        ((box(least=80), box()), (80, 20)),
        ((box(most=30), box()), (30, 70)),
        ((box(least=10, most=20), box(least=70), box()), (15, 70, 15)),
        ((box(most=10), box(most=10)), (10, 10)),
    ],
)
def test_a_share_keeps_its_bounds_and_the_others_take_the_rest(
    kids: tuple[Part, ...], heights: tuple[int, ...]
) -> None:
    placed = boxes(column(*kids, gap=0), 10, 100)
    assert tuple(placed[f".{i}"][3] for i in range(len(kids))) == heights


def test_a_part_that_hugs_is_as_wide_as_its_text() -> None:
    part = row(text("$1,400", BODY, INK, size=HUG), box(), gap=0)
    assert boxes(part, 300, 40)[".0"][2] == round(promised("$1,400", "text", 26))


def test_padding_and_scale_move_what_is_inside() -> None:
    assert boxes(over(box(), pad=("l", "xs")), 200, 100, 2.0) == {".0": (20, 8, 160, 84)}


def test_padding_by_one_step_is_less_at_the_top_and_bottom() -> None:
    assert boxes(over(box(), pad="xl"), 200, 100) == {".0": (14, 6, 172, 88)}


@pytest.mark.parametrize(("pad", "top"), [(0, 0), ("l", 3), (("l", "m"), 8)])
def test_padding_of_a_key_leaves_room_for_its_lip(pad: Pad, top: float) -> None:
    key = over(box(), look=Key(PAPER_WHITE, INK, INK, depth=5), pad=pad)
    plate = key._replace(look=BOX)
    assert boxes(key, 200, 100)[".0"][1::2] == (top, 95 - 2 * top)
    assert boxes(plate, 200, 100)[".0"][1::2] == (top, 100 - 2 * top)


def test_every_step_is_larger_than_the_one_before() -> None:
    steps = [*SPACES.values()]
    assert steps == sorted(set(steps))
    assert [*HEIGHTS] == [*SPACES]
    assert all(HEIGHTS[step] < SPACES[step] for step in SPACES if step)


def test_a_grid_keeps_its_columns_in_the_last_line() -> None:
    placed = boxes(grid([box(), box(), box()], 2, gap=0), 100, 100)
    assert placed[".1.0"] == (0, 50, 50, 50)


# --- rule 2 -----------------------------------------------------------------------------------


def test_the_part_of_the_highest_rank_gives_way_first() -> None:
    part = column(
        may(box(size=40, key="quiet"), rank=2), may(box(size=40, key="loud"), rank=1), gap=0
    )
    assert [*place(part, 10, 80)] == ["quiet", "loud"]
    assert [*place(part, 10, 79)] == ["loud"]
    assert [*place(part, 10, 39)] == []


def test_a_group_changes_its_form_as_a_whole() -> None:
    def tiles(height: float) -> Part:
        return column(*(box(size=height) for _ in range(3)), gap=0)

    group = column(fit(tiles(40), tiles(20)), gap=0)
    assert {node.h for node in place(group, 10, 120).values()} == {40}
    assert {node.h for node in place(group, 10, 119).values()} == {20}


def test_a_part_too_wide_for_its_column_takes_a_smaller_form() -> None:
    part = column(fit(row(line("Pennsylvania Railroad"), size=30), row(line("Raise"), size=30)))
    [node] = place(part, 120, 300).values()
    assert node.words == "Raise"


def test_a_part_skips_a_form_that_is_lower_and_too_wide() -> None:
    forms = column(box(size=90)), row(box(size=80), box(size=80), size=20), column(box(size=40))
    placed = place(column(fit(*forms), gap=0), 100, 50)
    assert [node.h for node in placed.values()] == [40]


def test_another_part_gives_way_before_one_takes_a_form_that_is_too_wide() -> None:
    forms = column(box(size=90)), row(box(size=80), box(size=80), size=20)
    part = column(may(box(size=30, key="other"), rank=1), fit(*forms, rank=2), gap=0)
    assert [node.h for node in place(part, 100, 100).values()] == [90]
    assert len(place(part, 200, 100)) == len(place(part, 100, 50)) + 1 == 3


def test_a_part_too_high_for_its_box_takes_a_smaller_form() -> None:
    part = over(fit(column(box(size=60)), column(box(size=20))))
    assert [node.h for node in place(part, 10, 50).values()] == [20]


def test_what_is_not_there_leaves_the_keys_of_the_others() -> None:
    with_it, without = (
        row(box(), box() if is_there else None, box()) for is_there in (True, False)
    )
    assert {*place(with_it, 90, 10)} - {*place(without, 90, 10)} == {".1"}


def test_corners_are_never_rounder_than_half_of_a_box() -> None:
    node = place(over(look=Ground(INK, 30)), 200, 40)[""]
    assert node.look == Ground(INK, 20)


# --- rule 3 -----------------------------------------------------------------------------------


def words_of(part: Part, w: float, h: float) -> Words:
    look = place(part, w, h)[""].look
    assert isinstance(look, Words)
    return look


def test_a_text_is_as_large_as_its_room_and_then_takes_a_shorter_wording() -> None:
    style = Style("bold", 40, 26)
    sum_ = text(("Boardwalk $200", "B. $200"), style, INK)
    assert words_of(sum_, 400, 60) == Words(("Boardwalk $200",), "bold", 40, INK)
    tight = promised("Boardwalk $200", "bold", 26) + 1
    assert words_of(sum_, tight, 60) == Words(("Boardwalk $200",), "bold", 26, INK)
    assert words_of(sum_, tight - 20, 60).lines == ("B. $200",)


def test_a_text_without_room_is_cut_and_says_so() -> None:
    look = words_of(line("Pennsylvania"), 60, 40)
    assert look.cut
    assert look.lines[0].endswith("…")


def test_a_text_of_two_lines_breaks_between_words() -> None:
    assert broken("Boardwalk Pacific", "text", 26, 130, 80, 2) == ("Boardwalk", "Pacific")
    assert broken("Boardwalk Pacific", "text", 26, 130, 80, 1) == ()
    assert broken("Boardwalk Pacific", "text", 26, 130, 50, 2) == ()


def test_a_path_without_room_breaks_after_a_folder() -> None:
    path = "/media/stick/ledger.mirror"
    look = words_of(text(path, Style(lines=2), INK), 170, 80)
    assert look.lines == ("/media/stick/", "ledger.mirror")
    assert Node(0, 0, 170, 80, look).words == path


def test_the_least_width_of_two_lines_is_no_more_than_half_of_one() -> None:
    one, two = (least(text("nine ten eleven", Style(lines=n), INK), False) for n in (1, 2))
    assert two < 0.7 * one


# --- rows -------------------------------------------------------------------------------------


def history_row(number: int) -> Part:
    return row(line(f"move {number}"), look=Plate(PAPER_WHITE, INK))


def test_only_the_rows_asked_for_are_made() -> None:
    part = rows(range(1000), history_row, 50, "s")
    pane = place(part, 300, 200)[""]
    assert isinstance(pane.look, Pane)
    assert pane.look.length == 1000 * 56 - 6
    made = place_rows(pane.look, 10, 12, pane.w)
    assert made["10"][:4] == (0, 560, 300, 50)
    assert [node.words for node in made.values() if node.words] == ["move 10", "move 11"]


# --- values -----------------------------------------------------------------------------------


def page() -> Part:
    return column(
        row(line("Ann"), key="tile:Ann", do=("show", "Ann"), drag=("money", "Ann"), label="Ann"),
        Part(do=("cancel",)),
        rows((1, 2), history_row, 50),
        look=Ground(PAPER_WHITE),
    )


def test_equal_pages_are_equal_nodes_that_hash() -> None:
    one, other = place(page(), 300, 300), place(page(), 300, 300)
    assert one == other
    assert len({*one.values(), *other.values()}) == len(one)


def test_nodes_can_be_sent_to_a_browser() -> None:
    nodes = place(column(row(line("Ann"), do=("show", "Ann")), Part(do=("cancel",))), 300, 300)
    assert json.loads(json.dumps(nodes))[".0.0"][4][0] == ["Ann"]


def test_colors_of_parts_have_names_and_those_of_nodes_are_the_themes() -> None:
    words, deed = text("Ann", BODY), figure(small_deed, "group orange", "faint 61 edge", "#ffffff")
    page = over(words, deed, rows([1], lamp, 20), look=Plate("player 13 tint", "sunk"))
    for theme in (PAPER, EVENING):
        nodes = place(page, 100, 100, 1, theme)
        assert nodes[""].look == Plate(theme.players[1].tint, theme.sunk)
        assert nodes[".0"].look.ink == theme.ink
        assert [mark[5] for mark in nodes[".1"].look.marks] == [
            f"{theme.edge}61",
            "#ffffff",
            theme.groups["orange"],
        ]
        assert place_rows(nodes[".2"].look, 0, 1, 100)["0"].look.fill == theme.receiving


def lamp(_: int) -> Part:
    return Part(Ground("receiving"))


@pytest.mark.parametrize(("group", "ink"), [("yellow", "#14181b"), ("dark_blue", "#ffffff")])
def test_text_on_a_color_is_dark_or_white_whichever_can_be_read(group: str, ink: str) -> None:
    assert color_of(PAPER, f"on group {group}") == ink


def test_what_is_remembered_of_a_page_has_the_colors_of_its_theme() -> None:
    lit, memo = Part(Ground("sheet"), key="tile:Ann"), {}
    grounds = [place(lit, 9, 9, 1, theme, memo)["tile:Ann"].look for theme in (PAPER, EVENING)]
    assert grounds == [Ground(PAPER.sheet), Ground(EVENING.sheet)]


def test_a_part_to_touch_that_is_not_seen_is_blank() -> None:
    assert place(Part(do=("cancel",)), 10, 10)[""].look == Blank()


def test_the_memo_places_again_only_what_changed() -> None:
    """A part made anew that is equal to the last one in its place has not changed."""
    memo: dict = {}
    pages = [
        column(row(line("Ann"), key="tile:Ann"), row(line(name), key="tile:Bob"))
        for name in ("Bob", "Cy")
    ]
    first, again = (place(page, 200, 100, memo=memo) for page in pages)
    assert again["tile:Ann.0"] is first["tile:Ann.0"]
    assert again["tile:Bob.0"].words == "Cy"
    for turned in ((100, 200), (200, 100)):
        assert place(pages[1], *turned, memo=memo) == place(pages[1], *turned)


def test_a_memo_does_not_grow_without_end() -> None:
    memo: dict = {}
    for number in range(3 * MOST_KEPT):
        place(row(box(), key=f"{number}"), 20, 10, memo=memo)
    assert len(memo) <= MOST_KEPT + 1


def test_a_key_that_is_used_twice_keeps_both_nodes() -> None:
    nodes = place(row(box(key="die"), box(key="die")), 100, 10)
    assert [*nodes] == ["die", "die'"]
    assert all(isinstance(node, Node) for node in nodes.values())


def way_of(words: Told, w: float) -> Way:
    (node,) = place(text(words, BODY, INK), w, 30, 1).values()
    return node.look.way


def test_a_text_says_what_gave_way_for_it() -> None:
    street = SpaceName(("North Carolina Avenue", "N. Carolina"))
    assert way_of(Told("to ", street), 400) == Way()
    assert way_of(Told("to ", street), 170) == Way(space=1)
    assert way_of(Told(Name("Maximilian"), " pays"), 120) == Way(smaller=2, letters=4)
    note = way_of(Told(Name("Maximilian"), " to ", street, ": ", Typed("w" * 40)), 400)
    assert note._replace(typed=0) == Way(space=1, letters=4)
    assert 0 < note.typed < 40


def test_the_type_gives_way_before_the_space_that_a_moment_is_about() -> None:
    street = SpaceName(("North Carolina Avenue", "N. Carolina Ave"))
    width = promised(str(street), VERDICT.font, VERDICT.smallest) - 1
    (node,) = place(text(Told(street), VERDICT, INK), width, 60, 1).values()
    assert node.words == "North Carolina Avenue"
    assert node.look.way.smaller > 0


# --- large text -------------------------------------------------------------------------------


def sizes(part: Part, w: float, h: float) -> dict[str, float]:
    """Return the sizes of type of what is placed with large text, by its words."""
    looks = [node.look for node in place(part, w, h, enlarged=1.3).values()]
    return {" ".join(look.lines): look.points for look in looks if isinstance(look, Words)}


def test_large_type_makes_lines_higher_and_ornaments_go_for_it() -> None:
    title, body = text("Ann", BODY, size=28), text("$640", BODY, least=28)
    marks = may(box(size=20, label="marks"), rank=ORNAMENT)
    part = column(title, body, marks, gap=0)
    assert len(place(part, 200, 90, enlarged=1.3)) == 3
    assert sizes(part, 200, 80) == {"Ann": 34, "$640": 34}
    assert [node.h for node in place(part, 200, 80).values()] == [28, 32, 20]


def test_a_height_with_a_bound_is_the_same_with_large_text() -> None:
    part = column(text("Ann", BODY, size=28, most=28), text("Bob", BODY, size=28), gap=0)
    assert sizes(part, 200, 100) == {"Ann": 28, "Bob": 34}


def test_facts_do_not_go_for_larger_type() -> None:
    part = column(line("Ann"), fit(line("owes $640"), None, rank=5), gap=0)
    assert sizes(part, 200, 60) == {"Ann": 30, "owes $640": 30}


def test_what_fits_in_usual_type_is_told_as_well_with_large_text() -> None:
    forms = fit(row(line("collect"), line("$640"), gap=0), line("$640"), rank=1)
    wide = sum(promised(words, "text", 26) for words in ("collect", "$640"))
    assert [*sizes(column(forms), wide, 26)] == ["collect", "$640"]


def test_rows_of_a_list_are_higher_for_large_type_while_enough_are_in_sight() -> None:
    listed = rows(("Ann", "Bob", "Cy"), line, 40)
    for high, row_height in ((200, 52), (110, 44), (90, 40)):
        pane = place(listed, 200, high, enlarged=1.3)[""].look
        assert pane.rows.height == pytest.approx(row_height)
        assert place_rows(pane, 0, 1, 200)["0"].look.points > 26


def test_a_title_keeps_its_words_before_it_grows() -> None:
    title = text(("Bob owes $2,000", "Owes $2,000"), Style("title", 40, 28))
    wide = promised("Bob owes $2,000", "title", 30)
    assert [*sizes(title, wide, 80)] == ["Bob owes $2,000"]


def test_only_ornaments_give_way_to_larger_type() -> None:
    """A form without what the first one tells is not taken while that fits in the usual type."""
    told = [text(words, Style("text", 26, 26), "ink", size=30) for words in ("Rent", "Full set")]
    about = fit(column(*told, gap=0), told[0], rank=4)
    log = may(text("the log", Style("text", 26, 26), "ink", size=30), rank=ORNAMENT)

    def shown(height: float) -> set[str]:
        nodes = place(column(about, log, gap=0), 200, height, enlarged=1.3).values()
        return {node.words for node in nodes}

    assert shown(120) == {"Rent", "Full set", "the log"}
    assert shown(85) == {"Rent", "Full set"}
    assert shown(65) == {"Rent", "Full set"}
    assert shown(35) == {"Rent"}
