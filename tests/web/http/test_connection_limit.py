"""Where there are as many connections as there may be, one of those ends that wait for their clients."""

from __future__ import annotations

from shindig.web.http.connection_limit import ConnectionLimit


class Line:
    """A connection that leaves when it is cut."""

    def __init__(self, crowd: ConnectionLimit, address: str) -> None:
        self.address, self.cuts, self._crowd = address, 0, crowd

    def cut(self) -> None:
        self.cuts += 1
        self._crowd.leave(self, busy=False)


def crowded(*addresses: str) -> tuple[ConnectionLimit, list[Line]]:
    """A crowd to which one more would be too many."""
    crowd = ConnectionLimit(len(addresses))
    lines = [Line(crowd, address) for address in addresses]
    assert all(crowd.enter(line) for line in lines)
    return crowd, lines


def test_who_has_waited_longest_at_the_address_with_most_makes_room() -> None:
    crowd, lines = crowded("a", "b", "b", "b")
    crowd.mark_busy(lines[1])
    crowd.mark_waiting(lines[1])
    assert crowd.enter(Line(crowd, "c"))
    assert [line.cuts for line in lines] == [0, 0, 1, 0], "who has just asked has waited least"


def test_who_is_busy_makes_no_room() -> None:
    crowd, lines = crowded("a", "a", "b")
    for line in lines:
        crowd.mark_busy(line)
    assert crowd.is_crowded
    assert not crowd.enter(Line(crowd, "c"))
    crowd.mark_waiting(lines[2])
    assert crowd.enter(Line(crowd, "c"))
    assert [line.cuts for line in lines] == [0, 0, 1]


def test_an_address_is_forgotten_with_its_last_connection() -> None:
    crowd, (busy, other) = crowded("a", "a")
    crowd.mark_busy(busy)
    crowd.leave(other, busy=False)
    crowd.mark_waiting(busy)
    crowd.mark_busy(busy)
    crowd.leave(busy, busy=True)
    assert crowd._waiting == {}
