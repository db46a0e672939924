"""Commands that answer: how rare Ranks are, what a hand beats, what a rule changes, studies."""

from __future__ import annotations

from collections import Counter
from math import comb, sqrt
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import shindig.cli
from shindig.gamekit import Game, GameError, game
from shindig.gamekit.hand_study_interfaces import HandQuery
from shindig.games.tall_card.worth.discard_odds import field, unseen
from shindig.games.tall_card.worth.discard_odds import shares as exact_shares
from shindig.lab.analyse import plots
from shindig.lab.analyse.hand_odds import Against, compute_shares, prospects, rarities
from shindig.lab.analyse.study_report import StudyReport, read_study
from shindig.lab.cli.command_output import format_percent
from shindig.lab.run.option_sweep import Sweep, Swept, make_sweep, pair_sums
from shindig.lab.run.simulation import SimulationPart, play_compiled

TALL_CARD, TALL_CARDS = game("tall-card"), game("tall-cards")


def fresh(rules: Game = TALL_CARD, **options: object) -> object:
    return rules.new(2, options)[0]


def test_the_order_of_ranks_is_not_that_of_their_rarity() -> None:
    found = rarities(TALL_CARD, fresh())
    assert [len(one.inverted) for one in found] == [14, 29, 38]
    assert [len(one.cases) for one in found] == [6, 3, 3]
    assert {one.total for one in found} == {8_936_928}


def test_ranks_of_all_decks_are_counted_as_hands_are() -> None:
    """A sample of hands, each judged alone, beside the exact counts."""
    for deck in ("fruit", "expanded-96"):
        one = next(iter(rarities(TALL_CARDS, fresh(TALL_CARDS, deck=deck))))
        assert TALL_CARDS.worth is not None
        cards = np.array(TALL_CARDS.deck(fresh(TALL_CARDS, deck=deck)).cards, np.int8)
        rng = np.random.default_rng(2)
        hands = np.sort(cards[np.argsort(rng.random((40_000, len(cards))), axis=1)[:, :5]], axis=1)
        question = TALL_CARDS.worth.ask(fresh(TALL_CARDS, deck=deck), HandQuery(HAND[deck]))  # type: ignore[misc]
        seen = Counter(question.numbers[question.others(hands)].tolist())
        for number, count in enumerate(one.counts):
            share = count / one.total
            assert abs(seen[number] / len(hands) - share) < 5 * sqrt(share / len(hands)) + 1e-4
        assert one.total == comb(len(cards), 5)


HAND = {"fruit": "Dp 8p 2p 7h 7o", "expanded-96": "2b 3b 4b 5b 7p"}


def test_a_hand_that_is_kept_beats_as_many_as_are_counted() -> None:
    asked = HandQuery("8p 8d 8p 4d 3b", "p")
    found = {one.name: one for one in prospects(TALL_CARD, fresh(), asked, Against(1, deals=40_000))}
    assert TALL_CARD.worth is not None
    question = TALL_CARD.worth.ask(fresh(), asked)  # type: ignore[misc]
    left = unseen(int(card) for card in game("tall-card").deck(fresh()).parse(asked.hand))
    exact = exact_shares([field(1, False, left)])[question.now]
    assert abs(found[""].beats - exact) < 2 * found[""].error
    assert found[""].improve == 0
    assert [one.beats for one in found.values()] == sorted((one.beats for one in found.values()), reverse=True)


def test_a_small_chance_is_not_told_as_none() -> None:
    assert [format_percent(chance) for chance in (0.0, 1e-4, 0.5)] == ["0.00%", "0.01%", "50.00%"]
    assert format_percent(1.234e-7) == "0.000012%"
    assert format_percent(6 / 13_991_544, 4) == "0.000043%"


def test_a_pot_is_shared_among_those_who_tie() -> None:
    mine, theirs = np.array([3, 2, 2, 1]), np.array([[2, 2, 2, 2], [1, 2, 1, 0]])
    assert compute_shares(mine, theirs).tolist() == [1.0, pytest.approx(1 / 3), 0.5, 0.0]


def test_a_range_holds_its_rank_or_better() -> None:
    asked = HandQuery("8p 8d 8p 4d 3b", "p")
    any_hand = prospects(TALL_CARD, fresh(), asked, Against(1, deals=4000))[0].beats
    strong = prospects(TALL_CARD, fresh(), asked, Against(1, "2 Dancing Couples", deals=4000))[0].beats
    assert strong < any_hand - 0.2


@pytest.mark.parametrize(
    ("refused", "words"),
    [
        ("no hands that are compared", ("ranks", "talon")),
        ("has no option", ("ranks", "tall-card", "--option", "trump=1")),
        ("did you mean '3 Pretty Sisters'?", ("odds", "tall-card", "8p 8d 8p 4d 3b", "--range", "3 Prety Sisters")),
        ("there is no Rank", ("odds", "tall-card", "8p 8d 8p 4d 3b", "--range", "Flsh")),
        ("others, not 40", ("odds", "tall-card", "8p 8d 8p 4d 3b", "--against", "40")),
        (
            "ask for a lower Rank",
            ("odds", "tall-card", "8p 8d 8p 4d 3b", "--range", "5 Pretty Sisters", "--deals", "100"),
        ),
        ("from 1 to", ("sweep", "tall-card", "--option", "ante=1,x")),
        ("has no option", ("sweep", "tall-card", "--option", "antes=1,2")),
        ("the option ante is given twice", ("sweep", "tall-card", "--option", "ante=1", "--option", "ante=2")),
        ("no named fact", ("sweep", "tall-card", "--by", "pot")),
        ("nothing measured has 'shwdown'", ("sweep", "tall-card", "--show", "shwdown")),
    ],
)
def test_commands_refuse_bad_input(refused: str, words: tuple[str, ...]) -> None:
    found = CliRunner().invoke(shindig.cli.app, words)
    assert found.exit_code != 0
    assert refused.replace("from 1 to", "ante is a whole number") in str(found.exception)


@pytest.mark.parametrize("actions", [6, 7, 0.3])
def test_what_is_always_the_same_has_no_interval(actions: float) -> None:
    """However many hands each match has: what is left over in the sums is their rounding."""
    hands = np.arange(1.0, 21.0), np.arange(1.0, 21.0)[::-1] % 4 + 1
    base, own = ({"actions a hand": (actions * each, each)} for each in hands)
    found = Swept(("as given", "other"))
    found.add_part({"matches": 20, "settings": [pair_sums(base, base), pair_sums(base, own)]})
    assert found.mean(1, "actions a hand")[1] == 0
    assert found.difference(1, "actions a hand")[1] == 0


def swept(work: Sweep) -> Swept:
    found = Swept(work.names)
    for part in range(work.part_count):
        found.add_part(work.run_part(part, None))
    return found


WHOLE = SimulationPart("tall-card", 3, {}, ("random",) * 3, 0, 6, 5, 10_000, plain=True)


def test_a_sweep_counts_what_matches_count() -> None:
    work = make_sweep(WHOLE, {"deals_each": [1], "ante": [1, 5]})
    found = swept(work)
    played = play_compiled(work.settings[1])
    assert found.names == ("ante 1", "ante 5")
    assert found.mean(1, "actions a hand")[0] == pytest.approx(played.hands.heads[:, 2].mean())
    assert found.mean(1, "showdown")[0] == pytest.approx(played.hands.facts["showdown"].mean())
    assert found.mean(1, "hands a match")[0] == pytest.approx(len(played.hands) / 6)
    assert found.difference(1, "pot")[0] == pytest.approx(found.mean(1, "pot")[0] - found.mean(0, "pot")[0])


def test_equal_settings_differ_by_nothing() -> None:
    found = swept(make_sweep(WHOLE, {"deals_each": [1], "ante": [5, "5"]}))
    for name in found.measures:
        more, width = found.difference(1, name)
        assert abs(more) < 1e-6
        assert width < 1e-6 or found.mean(1, name)[1] == np.inf, "few matches have neither interval"


RANKS = '[[question]]\nask = "ranks"\ngame = "tall-cards"\n'
SWEEP = '[[question]]\nask = "sweep"\ngame = "tall-card"\nseed = 1\nmatches = 4\n'


@pytest.mark.parametrize(
    ("refused", "text"),
    [
        ("is no TOML", "title ="),
        ("asks nothing", 'title = "x"'),
        ("did you mean 'title'", 'titel = "x"\n' + RANKS),
        ("did you mean 'matches'", SWEEP.replace("matches", "matchs")),
        ("expected a whole number", SWEEP.replace("4", '"4"')),
        ("expected a list of texts", SWEEP + "bots = [1, 2]\n"),
        ("expected ranks or sweep", RANKS.replace("ranks", "rank")),
        ("there is no game", RANKS.replace("tall-cards", "whist")),
        ("no hands that are compared", RANKS.replace("tall-cards", "talon")),
        ("has a seed", SWEEP.replace("seed = 1\n", "")),
        ("has no option", SWEEP + "options = {antes = [1, 2]}\n"),
        ("nothing measured has 'shwdown'", SWEEP + 'show = ["swing", "shwdown"]\n'),
    ],
)
def test_a_study_with_a_mistake_is_refused(refused: str, text: str, tmp_path: Path) -> None:
    file = tmp_path / "study.toml"
    file.write_text(text)
    with pytest.raises(GameError, match=refused):
        read_study(file)


@pytest.mark.parametrize("name", ["order-of-ranks", "price-of-take", "exhaustion"])
def test_the_studies_of_the_docs_are_understood(name: str) -> None:
    file = Path(__file__).parents[2] / "examples" / "studies" / f"{name}.toml"
    assert len(read_study(file).parts) > 1


def test_a_study_writes_one_file_that_stands_alone(tmp_path: Path) -> None:
    file = tmp_path / "study.toml"
    file.write_text('title = "Two"\n' + RANKS + SWEEP + "options = {deals_each = 1, ante = [1, 5]}\n")
    asked = read_study(file)
    report = StudyReport(tmp_path / "study.html", asked)
    report.add_answer(asked.parts[0], None)
    report.add_answer(asked.parts[1], swept(asked.parts[1].work))  # type: ignore[arg-type]
    report.finish()
    page = (tmp_path / "study.html").read_text()
    assert page.count("<svg") == 2
    assert "seed 1" in page
    assert "2 pairs of Ranks" in page
    assert "http://" not in page.replace("http://www.w3.org", "").replace("http://purl.org", "").replace(
        "http://creativecommons.org", ""
    )
    StudyReport(tmp_path / "study.html", asked).finish()


def test_a_report_is_written_over_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "study.toml").write_text(RANKS)
    (tmp_path / "mine.html").write_text("mine")
    with pytest.raises(GameError, match="no report of a study"):
        StudyReport(tmp_path / "mine.html", read_study(tmp_path / "study.toml"))
    with pytest.raises(GameError, match=r"ends in \.html"):
        StudyReport(tmp_path / "mine.txt", read_study(tmp_path / "study.toml"))
    with pytest.raises(GameError, match=r"no folder .* for the report"):
        StudyReport(tmp_path / "none" / "mine.html", read_study(tmp_path / "study.toml"))


def test_rarity_is_drawn_for_every_rank() -> None:
    found = rarities(TALL_CARD, fresh())
    (axes,) = plots.plot_rarity(TALL_CARD, found, {}).axes
    assert len(axes.get_yticklabels()) == 24
    assert len(axes.get_lines()) == 3
