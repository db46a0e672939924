"""A beaten hand can be shown until the next one is dealt, out of turn, and nobody waits for it. TF-18, TF-19."""

from __future__ import annotations

from pathlib import Path

import pytest

from shindig.core.layout_and_views import ONLOOKER
from shindig.gamekit.game_spec import GameError
from shindig.record import dumps, loads
from shindig.server.errors import RefusedError
from shindig.server.game_server import GameServer
from shindig.server.person import Person
from shindig.server.table_log.table_state import TableState
from shindig.web.html.page_diff import render_regions
from tests.kits.games.tall_card_table import Table as TallCard
from tests.kits.games.tall_cards_table import Table
from tests.kits.server.room_kit import HandClock, guests, run, settle

BEST = {0: "2p 2h 6o 8a Ur", 1: "3p 3h 7o Ta Pr", 2: "4p 4h 8o Ua Dr", 3: "5p 7h To Pa Ar"}
REFUSED = r"You have no hand to show now\..*\(TF-18\)"
PAIR_OF_3S = "{1} showed a pair of 3s after all."


def beaten(**options: str | int) -> Table:
    """Four players, dealer 0; seat 2 has won, the others' hands went away unseen, but seat 0 has folded."""
    table = Table(4, 0, **options).deal(BEST).do(*["check"] * 4, "1: claim", "2: discard", "3: discard", "0: discard")
    return table.do("1: check", "2: bet 5", "3: call", "0: fold", "1: call")


@pytest.mark.parametrize("gifts", ["always", "never"])
def test_tf_18_a_beaten_hand_can_be_shown_until_the_next_is_dealt(gifts: str) -> None:
    table = beaten(gifts=gifts)
    asked = table.to_act, table.needs, [*table.legal]
    before = table.view(ONLOOKER)
    assert (before.record.shown[3] == -1).all()
    assert str(table.show(3)) == ("{3} showed Ace high after all.")
    assert sorted(table.shown()) == [2, 3]
    assert (table.to_act, table.needs, [*table.legal]) == asked, "nobody waits for it"
    assert str(table.view(ONLOOKER).scene.seats[3].said) == "High Card"
    with pytest.raises(GameError, match=REFUSED):
        table.show(3)


def test_tf_18_neither_who_folded_nor_who_has_shown_nor_during_a_hand() -> None:
    table = beaten()
    for seat in (0, 2):
        assert not table.may_show(seat)
        with pytest.raises(GameError, match=REFUSED):
            table.show(seat)
    table.deal()
    assert not any(map(table.may_show, range(4)))
    assert not any(map(Table(4).may_show, range(4)))


def test_tf_18_with_muck_ask_who_has_thrown_a_hand_away_has_chosen() -> None:
    table = beaten(muck="ask").do("3: throw away", "1: throw away")
    assert not any(map(table.may_show, range(4)))


def test_tf_18_after_the_last_hand_of_a_match_it_can_be_shown_too() -> None:
    table = beaten(hands=1)
    assert table.over
    assert str(table.show(1)) == PAIR_OF_3S
    assert table.result is not None


def test_tf_19_who_won_unseen_may_show_too() -> None:
    table = Table(3).deal(BEST).do("1: bet 5", "2: fold", "0: fold")
    assert [table.may_show(seat) for seat in range(3)] == [False, True, False]
    assert str(table.show(1)) == PAIR_OF_3S


def test_tf_18_a_claimers_wild_cards_are_told_of() -> None:
    table = Table(2).deal({0: "Ap Ah Ao Aa Ar", 1: "4b 8b 7p 2h 3o"}, tall="b")
    table.do("1: check", "0: check", "1: claim", "0: discard", "1: check", "0: bet 1", "1: call")
    assert str(table.show(1)) == ("{1} showed three 7s after all, with the 4 and 8 as a 7.")


def test_tf_18_a_record_replays_the_same_whether_a_hand_was_shown_or_not() -> None:
    table = beaten(hands=1)
    table.show(1)
    assert loads(dumps(table)).result == table.result


def test_tf_18_other_games_have_no_such_thing() -> None:
    with pytest.raises(GameError, match="You have no hand to show now"):
        TallCard(3).show(0)


async def played_hand(room: GameServer) -> tuple[str, Person, Person]:
    """Ann and Bob at a table of Tall Cards, after a hand that the loser mucked. Half of all first hands are such."""
    ann, bob = await guests(room, "Ann", "Bob")
    options = {"first_dealer": 0, "gifts": "always", "hands": 3}
    for _ in range(64):
        table = await room.open_table(ann, "tall-cards", 2, options)
        await room.sit(table, bob)
        await room.start_match(table, ann)
        await settle(room, table)
        await play_hand(room, table, ann, bob)
        match = room.table_registry.tables[table].state.match
        if match is not None and any(match.may_show(seat) for seat in range(2)):
            return table, ann, bob
        await room.close_table(table, ann)
    raise AssertionError("nobody mucked a hand")


async def play_hand(room: GameServer, table: str, *people: Person) -> None:
    for _ in range(6):
        for person in people:
            news = await room.build_snapshot(table, person)
            if news.info.token and news.view is not None and news.view.record.phase != 2:
                mild = next(one for one in ("check", "claim", "discard") if one in news.view.legal)
                await room.move(table, person, mild, news.info.token)
                await settle(room, table)


def test_tf_18_at_a_table_all_see_it_and_the_turn_goes_on(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann, bob = await played_hand(room)
        state = room.table_registry.tables[table].state
        assert state.match is not None
        assert state.match.hand_ended
        able = [seat for seat in range(2) if state.match.may_show(seat)]
        for seat, person in enumerate((ann, bob)):
            offered = "Show your last hand" in render_regions(await room.build_snapshot(table, person))["r-show"]
            assert offered is (seat in able)
        assert len(able) == 1
        person, other = ((ann, bob), (bob, ann))[able[0]]
        token = state.token
        with pytest.raises(RefusedError) as refused:
            await room.show_hand(table, other)
        assert refused.value.clause == "TF-18"
        await room.show_hand(table, person)
        assert state.token == token, "nobody waits for it"
        for viewer in (other, None):
            news = await room.build_snapshot(table, viewer)
            assert str(news.updates[-1].lines[0].text).startswith(f"{{{able[0]}}} showed ")
            assert news.view is not None
            assert (news.view.record.shown[able[0]] >= 0).all()
        assert "Show your last hand" not in render_regions(await room.build_snapshot(table, person))["r-show"]
        again = TableState.replay(table, await room.services.store.load_log(table))
        assert again.match is not None
        assert again.match.array.tobytes() == state.match.array.tobytes()

    run(tmp_path, work)
