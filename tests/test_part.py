"""Parts of a page: drawn when they are first wanted, again only where what they are drawn of has changed."""

from __future__ import annotations

from shindig.room.wire import encode
from shindig.web.part import Layer, OwnLayer, Part, changed


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
    assert {name: part.html for name, part in now.items()} == {"a": "odd", "b": "even", "c": "even", "d": "even"}
    assert len(pen.drawn) == 6


def test_pages_share_what_is_drawn_and_what_is_new() -> None:
    pen = Pen()
    draw = pen.__call__
    first = Layer({"a": Part(draw, 1), "b": Part(draw, 2)})
    assert [first.since(Layer({})) for _ in range(2)] == [{"a": "odd", "b": "even"}] * 2
    then = Layer({"a": Part(draw, 1), "b": Part(draw, 3)})
    assert encode(then.since(first)) == b'{"b":"odd"}'
    assert then.since(first) is then.since(first), "written once"
    assert (then.parts["a"] is first.parts["a"], pen.drawn) == (True, [1, 2, 3])
    assert not then.since(then)


def test_who_missed_something_is_told_what_changed_since() -> None:
    first = Layer({"a": Part(str, 1), "b": Part(str, 1)})
    then = Layer({"a": Part(str, 2), "b": Part(str, 1)})
    last = Layer({"a": Part(str, 2), "b": Part(str, 2)})
    assert encode(then.since(first)) == b'{"a":"2"}'
    for _ in range(2):
        assert encode(last.since(then)) == b'{"b":"2"}'
        assert encode(last.since(first)) == b'{"a":"2","b":"2"}'
    assert encode(last.since(first.without("b"))) == b'{"a":"2","b":"2"}'
    assert then.before is None, "what was shown long ago is not kept"


def test_a_page_s_own_regions_are_drawn_again_only_where_they_changed() -> None:
    pen = Pen()
    draw = pen.__call__
    first = OwnLayer({"a": (draw, 1), "b": (draw, 2), "c": (draw, 3)})
    assert first.since(OwnLayer({})) == {"a": "odd", "b": "even", "c": "odd"}
    then = OwnLayer({"a": (draw, 1), "b": (draw, 4), "c": (draw, 6)})
    assert then.since(first) == {"c": "even"}, "b looks as before"
    assert then.made == {"a": "odd", "b": "even", "c": "even"}
    assert pen.drawn == [1, 2, 3, 4, 6], "a is drawn of the same"
