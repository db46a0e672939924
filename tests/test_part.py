"""Parts of a page: drawn when they are first wanted, again only where what they are drawn of has changed."""

from __future__ import annotations

from shindig.web.part import Part, changed, drawn, settle


class Pen:
    """Draws numbers, and notes which; whether a number is even is all that can be seen."""

    def __init__(self) -> None:
        self.drawn: list[int] = []

    def __call__(self, number: int) -> str:
        self.drawn.append(number)
        return "odd" if number % 2 else "even"


def test_what_a_page_shows_is_drawn_again_only_where_it_changed() -> None:
    pen = Pen()
    draw = pen.__call__
    shown = {"a": Part(draw, 1), "b": Part(draw, 2), "c": Part(draw, 3)}
    assert changed(shown, {}) == {"a": "odd", "b": "even", "c": "odd"}
    now = {"a": Part(draw, 1), "b": Part(draw, 4), "c": Part(draw, 6), "d": Part(draw, 8)}
    assert changed(now, shown) == {"c": "even", "d": "even"}, "b looks as before"
    assert pen.drawn == [1, 2, 3, 4, 6, 8], "a is drawn of the same"
    assert drawn(now) == {"a": "odd", "b": "even", "c": "even", "d": "even"}
    assert len(pen.drawn) == 6


def test_pages_share_what_is_drawn() -> None:
    pen = Pen()
    draw = pen.__call__
    before = {"a": Part(draw, 1), "b": Part(draw, 2)}
    now = {"a": Part(draw, 1), "b": Part(draw, 3)}
    settle(now, before)
    assert (now["a"] is before["a"], now["b"] is before["b"]) == (True, False)
    assert [changed(now, {}) for _ in range(2)] == [{"a": "odd", "b": "odd"}] * 2
    assert pen.drawn == [1, 3]
