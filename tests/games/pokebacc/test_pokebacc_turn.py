"""Laying down, discarding, Disasters: PB-11 to PB-13, PB-30, PB-31."""

from __future__ import annotations

import pytest

from shindig.gamekit import IllegalAction
from shindig.games.pokebacc.rules.state import DISASTER, TURN
from tests.kits.games.pokebacc_table import ALL, BANK, FARM, ROYAL, Table

FAMILY = {ROYAL: "KA QW CA PA SA", BANK: "TA RW VA HA", FARM: "KA QW PA SA"}
PURE = {ROYAL: "KA QA CA PA SA", BANK: "TA RA VA HA", FARM: "KA QA PA SA"}


def test_pb_11_any_number_of_melds_one_after_the_other() -> None:
    table = Table(ROYAL).deal({0: "3A 4A 5A 7W 7F 7M"}, draws="1F 9M")
    table.does("lay run 3A 4A 5A", "lay set 7W 7F 7M")
    assert table.laid(0) == ["run 3A 4A 5A", "set 7W 7F 7M"]
    assert table.scores() == [60, 0, 0]
    assert table.hand(0) == "1F 9M"
    assert table.to_act == 0


def test_pb_11_nobody_must_lay_down() -> None:
    table = Table(ROYAL).deal({0: "3A 4A 5A"})
    assert "lay run 3A 4A 5A" in table.legal
    table.does("discard 3A")
    assert table.laid(0) == []


def test_pb_11_only_from_ones_own_hand() -> None:
    table = Table(ROYAL).deal({0: "3A 4A", 1: "5A"})
    with pytest.raises(IllegalAction, match=r"You don’t have 5 of Air. \(PB-11\)"):
        table.play("lay run 3A 4A 5A")
    table.does("discard 3A")
    with pytest.raises(IllegalAction, match=r"You don’t have 3 of Air and 4 of Air. \(PB-11\)"):
        table.play("lay run 3A 4A 5A")


def test_pb_11_melds_are_seen_by_all() -> None:
    table = Table(ROYAL).deal({0: "3A 4A 5A"}).does("lay run 3A 4A 5A")
    for seat in (-1, 1, 2):
        seen = table.view(seat).record
        assert seen.laid[0, 0] == table.record.laid[0, 0]
        assert seen.score[0] == 30


def test_pb_12_one_card_goes_face_up_on_the_pile() -> None:
    table = Table(ROYAL).deal({0: "1A"}, draws="KM QM").does("discard KM")
    codes = table.codes
    assert codes[table.record.top] == "KM"
    assert (int(table.record.pile_count), int(table.record.cards[0])) == (1, 7)
    assert table.view().record.top == table.record.top
    with pytest.raises(IllegalAction, match=r"You don’t have King of Metal. \(PB-12\)"):
        table.play("discard KM")


def test_pb_12_the_pile_cannot_be_looked_through() -> None:
    table = Table(ROYAL).deal().idle(3)
    assert table.record.pile > 0
    for seat in (-1, 0, 1, 2):
        assert table.view(seat).record.pile == -1


def test_pb_12_who_has_laid_every_card_discards_nothing() -> None:
    table = Table(ROYAL).deal({0: "3A 4A 5A 6A 7W 7F"}, draws="7M 7A")
    table.does("lay run 3A 4A 5A 6A", "lay set 7A 7W 7F 7M")
    assert (table.hand(0), int(table.record.pile_count), int(table.record.turns[0])) == ("", 0, 1)
    assert table.to_act == 1


def test_pb_13_nothing_is_added_to_a_meld() -> None:
    table = Table(ROYAL).deal({0: "3A 4A 5A 6A"}).does("lay run 3A 4A 5A")
    assert "lay run 3A 4A 5A 6A" not in table.legal
    assert not any("6A" in action for action in table.legal if action.startswith("lay"))


def spoiled(table: Table, seat: int) -> tuple[int, str]:
    """Who spoiled the first meld of a seat, and with what."""
    m = table.record
    return int(m.spoiler[seat, 0]), table.codes[m.disaster[seat, 0]] if m.disaster[seat, 0] >= 0 else ""


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("cards", [FAMILY, PURE])
def test_pb_30_a_disaster_makes_a_family_worth_nothing_and_it_wins_nothing(name: str, cards: dict[str, str]) -> None:
    table = Table(name).deal({0: cards[name], 1: "War 1F"})
    table.does(f"lay {cards[name]}", "inflict War", "spare")
    assert spoiled(table, 0) == (1, "War")
    assert table.scores() == [0, 0, 0]
    assert (table.to_act, table.hands_won()) == (0, [0, 0, 0])
    assert "War" not in table.hand(1)
    assert table.record.cards[1] == 5


def test_pb_30_a_trove_can_be_spoiled() -> None:
    table = Table(BANK).deal({0: "VA VW VF VM", 2: "Storm"})
    table.does("lay treasure trove VA VW VF VM", "spare", "inflict Storm")
    assert spoiled(table, 0) == (2, "Storm")
    assert table.scores() == [0, 0, 0]


@pytest.mark.parametrize("laid", ["3A 4A 5A", "7A 7W 7F", "War Flood Famine Storm"])
def test_pb_30_runs_sets_and_pb_22_catastrophes_cannot_be_spoiled(laid: str) -> None:
    disaster = "" if "War" in laid else "War"
    table = Table(ROYAL).deal({0: laid, 1: disaster}).does(f"lay {laid}")
    assert (table.record.phase, table.to_act) == (TURN, 0)
    assert table.scores()[0] > 0


def test_pb_30_the_one_whose_turn_comes_soonest_inflicts_and_only_one() -> None:
    hands = {2: PURE[ROYAL], 1: "War", 3: "Flood", 0: "Storm"}
    table = Table(ROYAL, 4, dealer=2).deal(hands).does(f"lay {PURE[ROYAL]}")
    asked = []
    for action in ("spare", "inflict Storm", "inflict War"):
        asked.append(table.to_act)
        table.does(action)
    assert asked == [3, 0, 1]
    assert spoiled(table, 2) == (0, "Storm")
    assert "War" in table.hand(1), "a second Disaster stays where it is"


def test_pb_30_who_inflicted_is_public() -> None:
    table = Table(ROYAL).deal({0: FAMILY[ROYAL], 2: "War"})
    table.does(f"lay {FAMILY[ROYAL]}", "spare", "inflict War")
    assert table.view().record.spoiler[0, 0] == 2
    assert "{2} struck {0}’s Family with a War, so it’s worth nothing." in table.told


def test_pb_30_with_several_disasters_one_chooses() -> None:
    table = Table(ROYAL).deal({0: FAMILY[ROYAL], 1: "War Flood Storm"}).does(f"lay {FAMILY[ROYAL]}")
    assert list(table.legal) == ["spare", "inflict War", "inflict Flood", "inflict Storm"]
    table.does("inflict Flood", "spare")
    assert spoiled(table, 0) == (1, "Flood")


def test_pb_30_one_must_hold_what_one_inflicts() -> None:
    table = Table(ROYAL).deal({0: FAMILY[ROYAL], 1: "War"}).does(f"lay {FAMILY[ROYAL]}")
    with pytest.raises(IllegalAction, match=r"You don’t have Storm. \(PB-30\)"):
        table.play("inflict Storm")
    with pytest.raises(IllegalAction, match=r"\(PB-31\)"):
        table.play("discard War")
    table.does("spare", "spare")
    with pytest.raises(IllegalAction, match=r"There’s nothing for a Disaster to strike now. \(PB-30\)"):
        table.play("inflict War")


def test_pb_31_everybody_answers_whether_or_not_they_hold_a_disaster() -> None:
    table = Table(ROYAL, 4).deal({0: FAMILY[ROYAL]}).does(f"lay {FAMILY[ROYAL]}")
    for seat in (1, 2, 3):
        assert (table.to_act, list(table.legal)) == (seat, ["spare"])
        table.does("spare")
    assert (table.to_act, table.scores()[0]) == (0, 75)


def test_pb_31_no_view_shows_an_answer_before_all_are_in_nor_the_others_after() -> None:
    def answered(first: str, second: str) -> tuple[list[bytes], list[bytes]]:
        """What onlooker and others see after two answers, and when the nearest yes has been opened."""
        table = Table(ROYAL, 4).deal({0: FAMILY[ROYAL], 1: "War", 2: "Flood", 3: "Storm"})
        table.does(f"lay {FAMILY[ROYAL]}", first, second)
        before = [table.view(seat).tobytes() for seat in (-1, 0, 3)]
        table.does("spare")
        return before, [table.view(seat).tobytes() for seat in (-1, 0, 3)]

    sealed = [answered(first, second)[0] for first in ("inflict War", "spare") for second in ("inflict Flood", "spare")]
    assert all(views == sealed[0] for views in sealed)
    assert answered("inflict War", "inflict Flood")[1] == answered("inflict War", "spare")[1]
    assert answered("spare", "spare")[1] != answered("inflict War", "spare")[1]


def test_pb_31_the_story_of_an_answer_tells_nothing() -> None:
    told = []
    for answer in ("inflict War", "spare"):
        table = Table(ROYAL).deal({0: FAMILY[ROYAL], 1: "War"}).does(f"lay {FAMILY[ROYAL]}")
        table.lines.clear()
        told.append(table.does(answer).told)
    assert told == ["{1} has answered."] * 2


def test_pb_31_who_withdrew_is_not_asked() -> None:
    table = Table(BANK, 4, stakes="on").deal({0: FAMILY[BANK], 1: "War"})
    table.does("invite 5", "withdraw", "pay", "pay", f"lay {FAMILY[BANK]}")
    assert (table.record.phase, table.to_act) == (DISASTER, 2)
    table.does("spare", "spare")
    assert table.to_act == 0
