"""Games of other packages: what is offered, what is left out and named, and that it stops nothing."""

from __future__ import annotations

import base64
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import shindig
from shindig.bots import make
from shindig.gamekit import Game, GameError
from shindig.gamekit import game_registry as registry_module
from shindig.gamekit.game_registry import Registry
from shindig.gamekit.game_validation import EXPECTED
from tests.kits.games.installed_packages import OURS, Shelf, game_code, shelf_in

IDS = ["tall-card", "tall-cards", "talon", "royal-pokebacc", "merchants-bank", "farmers-and-fishermen"]


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    with shelf_in(tmp_path) as made:
        yield made


@pytest.fixture
def use(monkeypatch: pytest.MonkeyPatch) -> Callable[[Registry], None]:
    """Have the games of this process be those of another registry."""
    return lambda registry: monkeypatch.setattr(registry_module, "get_registry", lambda: registry)


def test_ours_are_offered_in_their_order_with_nothing_to_complain_of(shelf: Shelf) -> None:
    assert (shelf.registry().list_ids(), shelf.registry().problems) == (IDS, [])


def test_a_game_of_another_package_follows_ours(shelf: Shelf) -> None:
    shelf.put("zebra", game_code("zebra", "stripes"), "zebra")
    shelf.put("aardvark", game_code("sand", "sands"), "sand")
    registry = shelf.registry()
    assert registry.list_ids() == [*IDS, "sand", "zebra"], "by package"
    assert registry.get("zebra").name == "Other"
    assert registry.decks["stripes"][1].id == "zebra"
    assert registry.find_package("zebra") == "zebra"
    assert registry.find_package("talon") == "shindig"


def services(change: str) -> str:
    """Return the source of a game with other services."""
    return f"replace(GAME, services=replace(GAME.services, {change}))"


BROKEN = {
    "import nothing_like_it": "ModuleNotFoundError: No module named 'nothing_like_it'",
    "GAME = (": "SyntaxError: '(' was never closed",
    "raise SystemExit(3)": "SystemExit: 3",
    "class Odd(BaseException): pass\nraise Odd('odd\\nvery')": "Odd: odd",
    "\nraise ValueError": ", line 2). Mend",
    "1 / 0": "ZeroDivisionError: division by zero",
    "": "has no attribute 'GAME'",
    "GAME = 7": "its entry point is a shindig.gamekit.Game, not 7",
}


@pytest.mark.parametrize(("code", "told"), BROKEN.items())
def test_a_package_that_does_not_load_is_named_in_one_line_and_left_out(shelf: Shelf, code: str, told: str) -> None:
    shelf.put("shindig-broken", code, "broken")
    registry = shelf.registry()
    assert registry.list_ids() == IDS
    (problem,) = registry.problems
    assert problem.startswith("shindig-broken: the game 'broken' (shindig_broken_")
    assert told in problem
    assert problem.endswith("Mend the package or uninstall it.")
    assert "\n" not in problem
    with pytest.raises(GameError, match="shindig-broken: the game 'broken'"):
        registry.get("broken")


def test_an_interrupt_while_a_package_loads_is_the_users(shelf: Shelf) -> None:
    shelf.put("shindig-slow", "raise KeyboardInterrupt", "slow")
    with pytest.raises(KeyboardInterrupt):
        shelf.registry().list_games()


UNSOUND = {
    "replace(GAME, id='other')": "its id is 'other' and its entry point is called 'sound'",
    "replace(GAME, id='Sound!')": "a game's id is made of small letters",
    "replace(GAME, rules=None)": "a game has rules, words, a table and services",
    "replace(GAME, blurb='')": "a game has a name and a blurb",
    "replace(GAME, rules=replace(GAME.rules, hand=None))": "rules.hand is a Hand",
    "replace(GAME, rules=replace(GAME.rules, seats=range(2, 99)))": "rules.seats is a range of players",
    "replace(GAME, rules=replace(GAME.rules, seats=range(0)))": "rules.seats is a range of players",
    "replace(GAME, words=replace(GAME.words, text='check'))": "what a game does is given as functions",
    "replace(GAME, rules=replace(GAME.rules, apply=lambda m, action: None))": "marked with @kernel",
    "replace(GAME, rules=replace(GAME.rules, max_ranges=0))": "num_actions, max_ranges and max_order",
    "replace(GAME, rules=replace(GAME.rules, version='1.0'))": "version, num_actions",
    "replace(GAME, rules=replace(GAME.rules, orders=('main')))": "rules.orders is a tuple of names",
    "replace(GAME, services=replace(GAME.services, clauses=('LP')))": "services.clauses is a tuple of texts",
    "replace(GAME, rules=replace(GAME.rules, options=GAME.rules.options + (7,)))": "each of rules.options",
    "replace(GAME, rules=replace(GAME.rules, options=(Option('luck', 1, ''),)))": "there is no field 'luck'",
    "replace(GAME, rules=replace(GAME.rules, amounts=('bet',)))": "each of rules.amounts",
    "replace(GAME, table=replace(GAME.table, decks=()))": "table.decks is a tuple of Decks",
    "replace(GAME, table=replace(GAME.table, decks=(replace(CARDS, name='My deck'),)))": "a deck's name is made of",
    "replace(GAME, table=replace(GAME.table, decks=(replace(CARDS, codes=('A', 'b/c')),)))": "neither spaces nor",
    "replace(GAME, table=replace(GAME.table, decks=(replace(CARDS, codes=('A', 'back')),)))": "neither spaces nor",
    "replace(GAME, services=replace(GAME.services, lobby_place='first'))": "services.lobby_place a number",
    "replace(GAME, services=replace(GAME.services, folder='here'))": "services.folder is a Path",
    services("simultaneous=Simultaneous((1,), max, 8)"): "services.simultaneous is a tuple",
    services("simultaneous=(Simultaneous((1), max, 8),)"): "services.simultaneous is a tuple",
    services("simultaneous=(Simultaneous((1,), max, '8'),)"): "services.simultaneous is a tuple",
    services("timeout_actions=(1)"): "services.timeout_actions is a tuple of actions",
    "replace(GAME, table=replace(GAME.table, look=replace(GAME.table.look, cloth='red')))": "look.cloth is two colours",
    "replace(GAME, table=replace(GAME.table, own=lambda view, scene, ranges: scene))": "table.own takes a view and",
    "replace(GAME, table=replace(GAME.table, scene=lambda view: None))": "its table cannot be shown",
    "replace(GAME, table=replace(GAME.table, scene=lambda view: view.nothing))": "AttributeError",
}


@pytest.mark.parametrize(("change", "told"), UNSOUND.items())
def test_what_is_no_whole_game_is_left_out_with_what_it_should_be(shelf: Shelf, change: str, told: str) -> None:
    more = f"from shindig.gamekit import Option, Simultaneous\nGAME = {change}"
    shelf.put("shindig-sound", game_code("sound", more=more), "sound")
    registry = shelf.registry()
    assert registry.list_ids() == IDS
    assert [told in problem for problem in registry.problems] == [True], registry.problems


def test_a_record_that_cannot_be_laid_out_is_named_with_its_field(shelf: Shelf) -> None:
    more = """
from shindig.core.layout_and_views import Layout, Record, private
class Odd(Record):
    hand: int = private("i1", 3)
GAME = replace(GAME, rules=replace(GAME.rules, layout=Layout(Odd, 4)))
"""
    shelf.put("shindig-odd", game_code("odd", more=more), "odd")
    registry = shelf.registry()
    assert registry.list_ids() == IDS
    assert (
        "its record cannot be laid out (LayoutError: hand is private: its first length is SEATS" in registry.problems[0]
    )


@pytest.mark.parametrize("kind", ["f4", "i3"])
def test_a_field_that_holds_no_whole_numbers_is_named(shelf: Shelf, kind: str) -> None:
    more = f"""
from shindig.core.layout_and_views import Layout, Record, public
class Odd(Record):
    share: int = public("{kind}")
GAME = replace(GAME, rules=replace(GAME.rules, layout=Layout(Odd, 4)))
"""
    shelf.put("shindig-odd", game_code("odd", more=more), "odd")
    registry = shelf.registry()
    assert registry.list_ids() == IDS
    assert f"(LayoutError: share is '{kind}': fields hold whole numbers, from 'i1' to 'i8'" in registry.problems[0]


def test_the_expectations_hold_of_a_sound_game(shelf: Shelf) -> None:
    shelf.put("shindig-sound", game_code("sound"), "sound")
    game = shelf.registry().get("sound")
    assert all(holds(game) for holds, _ in EXPECTED)


def test_a_bad_entry_point_says_how_one_is_written(shelf: Shelf) -> None:
    shelf.put("shindig-bad", "", "bad", value="not a module!")
    registry = shelf.registry()
    assert registry.list_ids() == IDS
    assert "its entry point is written as module:name, not 'not a module!'" in registry.problems[0]


def test_our_ids_stay_ours(shelf: Shelf) -> None:
    shelf.put("shindig-rival", game_code("talon"), "talon")
    registry = shelf.registry()
    assert registry.list_ids() == IDS
    assert registry.get("talon").name == "Talon"
    assert registry.problems == [
        "the game id 'talon' is shindig's own, and shindig-rival claims it too. "
        "What shindig-rival brought is left out: give it another name or uninstall it."
    ]


def test_an_id_of_two_others_is_neithers(shelf: Shelf) -> None:
    shelf.put("one", game_code("same", "deck-one"), "same")
    shelf.put("two", game_code("same", "deck-two"), "same")
    shelf.put("three", game_code("else", "deck-three"), "else")
    registry = shelf.registry()
    assert registry.list_ids() == [*IDS, "else"]
    (problem,) = registry.problems
    assert "'same' is claimed by" in problem
    assert {"one", "two"} <= set(problem.replace(".", "").split())
    assert problem.endswith("Neither is offered: uninstall one of them.")
    with pytest.raises(GameError, match="'same' is claimed by"):
        registry.get("same")


def test_an_id_that_one_package_has_twice_is_said(shelf: Shelf) -> None:
    shelf.put("twice", game_code("double"), "double", "double")
    registry = shelf.registry()
    assert registry.list_ids() == IDS
    assert registry.problems == ["twice: the game id 'double' is there twice. None is offered: mend the package."]


def test_our_decks_stay_ours(shelf: Shelf) -> None:
    shelf.put("shindig-rival", game_code("rival", "talon"), "rival")
    registry = shelf.registry()
    assert registry.list_ids() == IDS
    assert len(registry.decks["talon"][0]) == 78
    assert "the deck name 'talon' is shindig's own, and shindig-rival claims it too" in registry.problems[0]


def test_a_deck_of_two_others_is_neithers(shelf: Shelf) -> None:
    shelf.put("one", game_code("first"), "first")
    shelf.put("two", game_code("second"), "second")
    registry = shelf.registry()
    assert registry.list_ids() == IDS
    assert "the deck name 'others-deck' is claimed by" in registry.problems[0]
    assert "others-deck" not in registry.decks


def test_two_decks_of_one_name_in_one_package_are_said(shelf: Shelf) -> None:
    other = "TWO = replace(GAME, id='second', table=replace(GAME.table, decks=(replace(CARDS, copies=(2, 2)),)))"
    module = shelf.put("decks", game_code("first", more=other), "first")
    info = shelf.folder / f"{module}-1.dist-info" / "entry_points.txt"
    info.write_text(info.read_text() + f"second = {module}:TWO\n")
    registry = shelf.registry()
    assert registry.list_ids() == IDS
    assert registry.problems[0].startswith("decks: the name of different decks 'others-deck' is there twice")


def test_metadata_that_cannot_be_read_stops_nothing(shelf: Shelf) -> None:
    shelf.put("nameless", game_code("nameless"), "nameless", metadata="")
    registry = shelf.registry()
    assert registry.list_ids() == [*IDS, "nameless"]
    assert registry.find_package("nameless").startswith("nameless_")


SHORT = {
    "sample=('Zz', 'Aa')": "look.sample of Other names Zz, no card of others-deck; other cards are shown. Mend",
    "faces='nowhere.faces'": "look.faces of Other names the module nowhere.faces, which is not there; its cards are",
    "sheet='look.css'": "look.sheet of Other names look.css, which is not in its folder",
}


@pytest.mark.parametrize(("look", "told"), SHORT.items())
def test_what_a_game_names_and_has_not_is_said_and_done_without(shelf: Shelf, look: str, told: str) -> None:
    change = f"GAME = replace(GAME, table=replace(GAME.table, look=replace(GAME.table.look, {look})))"
    shelf.put("shindig-short", game_code("short", more=change), "short")
    registry = shelf.registry()
    assert registry.list_ids() == [*IDS, "short"]
    (problem,) = registry.problems
    assert problem.startswith(f"shindig-short: {told}")


def test_a_game_without_a_rules_page_is_offered(shelf: Shelf) -> None:
    (shelf.folder / "rules.md").unlink()
    shelf.put("shindig-short", game_code("short"), "short")
    registry = shelf.registry()
    assert registry.list_ids() == [*IDS, "short"]
    assert "shindig-short: there is no rules.md in services.folder of Other" in registry.problems[0]


def test_a_package_that_asks_for_all_games_while_it_loads_gets_what_is_there(
    shelf: Shelf, use: Callable[[Registry], None]
) -> None:
    shelf.put("curious", "from shindig.gamekit import game_ids\nSEEN = game_ids()\n" + game_code("curious"), "curious")
    registry = shelf.registry()
    use(registry)
    assert registry.list_ids() == [*IDS, "curious"]
    assert registry.problems == []


def test_every_thread_gets_all_games(shelf: Shelf) -> None:
    shelf.put("slow", "import time\nfor _ in range(200): time.sleep(0)\n" + game_code("slow"), "slow")
    registry, found = shelf.registry(), list[list[str]]()
    threads = [threading.Thread(target=lambda: found.append(registry.list_ids())) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [[*IDS, "slow"]] * 8


def test_ours_load_alone(shelf: Shelf) -> None:
    module = shelf.put("lazy", game_code("lazy"), "lazy")
    assert isinstance(shelf.registry().get("talon"), Game)
    assert module not in sys.modules, "another's package is loaded where somebody asks for it, or for all"


def test_a_registry_of_nothing_says_so() -> None:
    with pytest.raises(GameError, match="there is no game 'talon'"):
        Registry([]).get("talon")
    assert Registry(OURS).list_ids() == IDS


def test_a_bot_that_is_not_where_its_game_says_is_named(shelf: Shelf, use: Callable[[Registry], None]) -> None:
    more = "GAME = replace(GAME, services=replace(GAME.services, bots={'clever': 'nowhere.bots:act'}))"
    shelf.put("shindig-lost", game_code("lost", more=more), "lost")
    registry = shelf.registry()
    use(registry)
    with pytest.raises(GameError, match=r"the bot 'clever' of Other is not at nowhere\.bots:act \(ModuleNotFoundError"):
        make("lost")


def asked_alone(shelf: Shelf, game: str, **asked: object) -> subprocess.CompletedProcess[str]:
    """What a process that thinks for the room makes of a question about a seat's turn."""
    view = base64.b64encode(shindig.new("tall-card", 2, seed=1, first_dealer=0).view(1).tobytes()).decode()
    path = os.pathsep.join([str(shelf.folder), str(Path(shindig.__file__).parents[1])])
    return subprocess.run(
        [sys.executable, "-m", "shindig.server.bot_pool.bot_process"],
        input=f"{json.dumps({'id': 7, 'game': game, 'bot': 'random', 'who': '', 'view': view, **asked})}\n",
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": path},
        timeout=120,
    )


def test_what_a_package_prints_comes_between_no_answers_of_its_bots(shelf: Shelf) -> None:
    shelf.put("shindig-loud", "print('{')\n" + game_code("loud"), "loud")
    done = asked_alone(shelf, "loud")
    assert [json.loads(line).keys() for line in done.stdout.splitlines()] == [{"id", "action"}]
    assert done.stderr == "{\n"


def test_a_package_that_fails_while_it_is_thought_about_is_named_and_its_error_logged(shelf: Shelf) -> None:
    fails = "def hints(view): raise KeyError('a secret')\n"
    more = fails + "GAME = replace(GAME, words=replace(GAME.words, hints=hints))"
    module = shelf.put("shindig-later", game_code("later", more=more), "later")
    done = asked_alone(shelf, "later", task="advise")
    (answer,) = map(json.loads, done.stdout.splitlines())
    assert answer["error"].startswith(f"the package shindig-later failed ({module}, line")
    assert "a secret" not in answer["error"]
    assert done.stderr.rstrip().endswith("KeyError: 'a secret'")


def test_an_error_that_went_through_anothers_package_names_it_and_not_what_it_said(
    shelf: Shelf, use: Callable[[Registry], None]
) -> None:
    fails = "def own(view, ranges): raise KeyError('a secret')\n"
    more = fails + "GAME = replace(GAME, table=replace(GAME.table, own=own))"
    module = shelf.put("shindig-later", game_code("later", more=more), "later")
    registry = shelf.registry()
    use(registry)
    with pytest.raises(KeyError) as raised:
        shindig.new("later", 2, seed=1).view(0).scene  # noqa: B018
    told = registry_module.describe_fault(raised.value)
    where = rf"\({module}, line \d+, in own: KeyError\)"
    assert re.fullmatch(f"the package shindig-later failed {where}; whoever runs this room may mend .*", told)
    assert registry_module.describe_fault(ValueError("ours")) == ""
