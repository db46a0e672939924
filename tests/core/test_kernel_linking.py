"""In which order the code of kernels is linked."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from shindig.core.kernel_linking import PartLibrary, collect_libraries


class Part(PartLibrary):
    """A kernel's code that calls others."""

    def __init__(self, called: list[Part]) -> None:
        self.called = called

    def list_libraries(self) -> list[Part]:
        return self.called


@st.composite
def parts(draw: st.DrawFn) -> list[Part]:
    """Kernels of which each calls some of those before it."""
    made: list[Part] = []
    for count in range(draw(st.integers(1, 8))):
        made.append(Part([one for one in made[:count] if draw(st.booleans())]))
    return made


def reach(libraries: list[Part]) -> set[Part]:
    return {*libraries}.union(*(reach(one.called) for one in libraries))


@given(parts(), st.data())
def test_each_part_is_linked_once_and_behind_all_that_call_it(made: list[Part], data: st.DataObject) -> None:
    """LLVM leaves out a function that nothing calls yet."""
    entry = data.draw(st.lists(st.sampled_from(made), min_size=1, unique=True))
    linked = collect_libraries(entry)
    assert len(linked) == len({*linked})
    assert {*linked} == reach(entry)
    place = {one: number for number, one in enumerate(linked)}
    assert all(place[one] < place[other] for one in linked for other in one.called)
