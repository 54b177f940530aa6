"""Motion over time that a test lets pass."""

import pytest

from companion.ui.motion import Motion


def test_a_change_is_drawn_from_its_beginning_to_its_end_and_then_rests() -> None:
    motion, drawn, ended = Motion(), [], []
    motion.run(drawn.append, 1.0, at_end=lambda: ended.append(len(drawn)))
    for _ in range(4):
        motion.advance(0.25)
    assert drawn == [0.0, 0.25, 0.5, 0.75, 1.0]
    assert ended == [5]
    assert not motion.is_running
    motion.advance(1.0)
    assert len(drawn) == 5


def test_a_change_may_begin_later_and_one_may_follow_another() -> None:
    motion, order = Motion(), []
    motion.run(lambda share: order.append(("late", share)), 0.5, delay=0.5)
    motion.run(
        lambda share: order.append(("first", share)),
        0.5,
        at_end=lambda: motion.run(lambda share: order.append(("then", share)), 0.5),
    )
    motion.advance(0.5)
    assert order == [("late", 0.0), ("first", 0.0), ("late", 0.0), ("first", 1.0), ("then", 0.0)]
    motion.advance(0.5)
    assert order[-2:] == [("late", 1.0), ("then", 1.0)]


def test_a_change_that_waits_unseen_is_not_drawn_before_its_time() -> None:
    motion, drawn = Motion(), []
    motion.run(drawn.append, 0.5, delay=0.5, waits_unseen=True)
    motion.advance(0.25)
    assert drawn == []
    motion.advance(0.25)
    motion.advance(0.5)
    assert drawn == [0.0, 1.0]


def test_what_is_finished_shows_its_end_once() -> None:
    motion, drawn, ended = Motion(), [], []
    motion.run(drawn.append, 1.0, delay=3.0, at_end=lambda: ended.append(True))
    motion.finish()
    motion.finish()
    assert (drawn, ended) == ([0.0, 1.0], [True])


@pytest.mark.parametrize("curve", ["linear", "out_cubic", "out_bounce", "in_out_sine"])
def test_every_curve_ends_at_its_end(curve: str) -> None:
    motion, drawn = Motion(), []
    motion.run(drawn.append, 0.42, curve)
    for _ in range(50):
        motion.advance(1 / 60)
    assert (drawn[0], drawn[-1]) == (0.0, 1.0)
