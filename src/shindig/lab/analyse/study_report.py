"""A study: questions in a TOML file, and the report that answers them: one HTML file with its tables and plots.

    title = "Who deals, who wins?"
    [[question]]
    ask = "sweep"
    game = "leduc"
    level = "random"
    matches = 1000
    seed = 1
    options = {stack = [20, 60]}

The other question is `ask = "ranks"`, which takes `game` and `options`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from shindig import __version__
from shindig.gamekit import GameError, game

from ..cli.command_output import choose_bots, format_percent
from ..run.option_sweep import Sweep, Swept, check_shown, make_sweep
from ..run.part_store import describe_options, remove_folder, write_file
from ..run.simulation import make_part
from . import plots
from .figure_format import format_mean
from .hand_odds import Rarity, get_worth, rarities

if TYPE_CHECKING:
    from matplotlib.figure import Figure

STUDY_KEYS = {"title": str, "about": str, "question": list}
COMMON_KEYS: dict[str, type] = {"ask": str, "title": str, "about": str, "game": str, "options": dict}
QUESTION_KEYS: dict[str, dict[str, type]] = {
    "ranks": COMMON_KEYS,
    "sweep": COMMON_KEYS
    | {"bots": list, "level": str, "matches": int, "players": int, "seed": int, "by": str, "show": list},
}
TEXTS = {"bots", "show"}
"""Lists of texts."""
TEMPLATE = Path(__file__).with_suffix(".html")
MARK = '<meta name="generator" content="shindig study'
"""First bytes of every report: no other file is overwritten."""


@dataclass(frozen=True)
class StudyQuestion:
    """A question of a study."""

    ask: str
    game: str
    title: str
    about: str
    options: Mapping[str, Any]
    show: tuple[str, ...]
    work: Sweep | None
    """Matches to play for it; None for exact counts."""


@dataclass(frozen=True)
class Study:
    """Questions, and the title of the study."""

    title: str
    about: str
    parts: tuple[StudyQuestion, ...]


def read_study(file: Path) -> Study:
    """Read a study from a file. Raises GameError that names the fault."""
    try:
        data = tomllib.loads(file.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise GameError(f"{file} is no TOML: {error}") from error
    check_keys(data, STUDY_KEYS, str(file))
    asked = data.get("question", [])
    if not asked:
        raise GameError(f"{file} asks nothing: a study has one [[question]] or more")
    parts = tuple(parse_question(one, f"question {number} of {file}") for number, one in enumerate(asked, 1))
    return Study(data.get("title", file.stem), data.get("about", ""), parts)


def check_keys(data: Any, keys: Mapping[str, type], where: str) -> None:
    """Refuse unknown keys, and values of a wrong type. Raises GameError."""
    if not isinstance(data, dict):
        raise GameError(f"{where} is no table: write [[question]]")
    for name, value in data.items():
        if name not in keys:
            like = get_close_matches(name, keys, 1)
            meant = f"did you mean {like[0]!r}?" if like else f"there are {', '.join(keys)}"
            raise GameError(f"{where} has no {name!r}; {meant}")
        if not isinstance(value, keys[name]) or (isinstance(value, bool) and keys[name] is int):
            raise GameError(f"{where}: {name} is {value!r}; expected {KIND[keys[name]]}")

    for name in TEXTS & data.keys():
        if strange := [one for one in data[name] if not isinstance(one, str)]:
            raise GameError(f"{where}: {name} has {strange[0]!r}; expected a list of texts")


KIND = {str: "a text", int: "a whole number", list: "a list", dict: "a table, like {ante = [1, 2]}"}


def parse_question(data: Any, where: str) -> StudyQuestion:
    """Parse a question. Raises GameError."""
    check_keys({"ask": data.get("ask", "")} if isinstance(data, dict) else data, COMMON_KEYS, where)
    ask = data.get("ask", "")
    if ask not in QUESTION_KEYS:
        raise GameError(f"{where} asks {ask!r}; expected {' or '.join(QUESTION_KEYS)}")
    check_keys(data, QUESTION_KEYS[ask], where)
    if "game" not in data:
        raise GameError(f"{where} names no game")
    try:
        return parse_fields(data, ask)
    except ValueError as error:
        raise GameError(f"{where}: {error}") from error


def parse_fields(data: Mapping[str, Any], ask: str) -> StudyQuestion:
    """Parse a question with known keys. Raises GameError."""
    rules, options = game(data["game"]), data.get("options", {})
    title = data.get("title", f"{rules.name}: {ask}")
    said = (ask, data["game"], title, data.get("about", ""), options, tuple(data.get("show", ())))
    if ask == "ranks":
        get_worth(rules)
        rules.new(rules.rules.seats[0], options)
        return StudyQuestion(*said, None)
    if "seed" not in data:
        raise GameError("a sweep in a study has a seed, so that it can be repeated")
    grid = {name: value if isinstance(value, list) else [value] for name, value in options.items()}
    if empty := [name for name, values in grid.items() if not values]:
        raise GameError(f"the option {empty[0]} has no value")
    one = {name: values[0] for name, values in grid.items()}
    bots = choose_bots(data.get("bots"), data.get("level", ""))
    played = make_part(data["game"], data.get("players"), data.get("matches", 1000), bots, data["seed"], one)
    work = make_sweep(played, grid, data.get("by", ""))
    check_shown(work, said[-1])
    return StudyQuestion(*said, work)


class ReportTable(NamedTuple):
    """A table of texts."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    title: str = ""
    note: str = ""


class Answer(NamedTuple):
    """Answer to a question, with a plot as SVG."""

    tables: Sequence[ReportTable]
    picture: str
    notes: Sequence[str]


@dataclass
class StudyReport:
    """Report of a study in progress. Played matches stay in a folder until it is complete."""

    file: Path
    asked: Study
    answers: list[tuple[StudyQuestion, Answer]] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Raise GameError if the path holds something else, or no plot can be drawn."""
        if not self.file.parent.is_dir():
            raise GameError(f"there is no folder {str(self.file.parent)!r} for the report")
        plots.check_figure_path(str(self.file.with_suffix(".svg")))
        if self.file.suffix.lower() != ".html":
            raise GameError(f"a report is a file that ends in .html, not {str(self.file)!r}")
        if self.file.exists() and MARK.encode() not in self.file.read_bytes()[:2000]:
            raise GameError(f"{self.file} is there already, and no report of a study: name another file with --out")

    @property
    def folder(self) -> Path:
        return self.file.with_name(f"{self.file.name}.parts")

    def add_answer(self, part: StudyQuestion, swept: Swept | None) -> None:
        """Add the answer to a question."""
        self.answers.append((part, answer_sweep(part, swept) if swept else answer_ranks(part)))

    def finish(self) -> None:
        """Write the complete report, and remove the folder."""
        from jinja2 import Environment, FileSystemLoader

        page = Environment(loader=FileSystemLoader(TEMPLATE.parent), autoescape=True, trim_blocks=True)
        values = {"version": __version__, "study": self.asked, "answers": self.answers}
        write_file(self.file, page.get_template(TEMPLATE.name).render(values).encode())
        remove_folder(self.folder)


def answer_sweep(part: StudyQuestion, swept: Swept) -> Answer:
    """Answer a question with the measures of matches."""
    assert part.work is not None
    names = choose_measures(swept, part.show)
    rows = [[name, *(format_measure(swept, setting, name) for setting in range(len(swept.names)))] for name in names]
    first, facts = part.work.settings[0], part.work.facts
    said = (
        f"{game(part.game).name}, {first.players} players, bots {' '.join(first.bots)}; {swept.matches:,} matches "
        f"under each setting, seed {first.seed}. The intervals are 95 %, over matches. 'of' counts the hands or "
        "matches. In brackets is the difference from the first setting, with * if its interval leaves out 0. 'always' "
        "is every match; ? is fewer than 3 matches. Rules version "
        f"{facts['rules']}, shindig {facts['version']}, code {facts['code']}."
    )
    options = [
        f"{name}: {', '.join(f'{key} = {value}' for key, value in one.items())}"
        for name, one in zip(swept.names, facts["settings"], strict=True)
    ]
    picture = render_svg(plots.plot_sweep(part.work, swept, list(part.show)))
    return Answer([ReportTable(["", *swept.names], rows)], picture, [said, *options])


def answer_ranks(part: StudyQuestion) -> Answer:
    """Answer a question with counts of all hands."""
    rules = game(part.game)
    found = rarities(rules, rules.new(rules.rules.seats[0], part.options)[0])
    names = get_worth(rules).ranks
    tables = [make_rank_table(one, names) for one in found]
    options = ", ".join(f"{name} = {value}" for name, value in describe_options(rules, part.options).items())
    picture = render_svg(plots.plot_rarity(rules, found, part.options))
    return Answer(tables, picture, [f"{rules.name}: counted, every hand that can be dealt.", options])


def choose_measures(swept: Swept, show: tuple[str, ...]) -> list[str]:
    """Return the requested measures; all without a request. Raises GameError if there are none."""
    found = [name for name in swept.measures if not show or any(part in name for part in show)]
    if not found:
        raise GameError(f"nothing measured has {' or '.join(show)} in its name; there is {', '.join(swept.measures)}")
    return found


def format_measure(swept: Swept, setting: int, name: str) -> str:
    """Format a mean with its interval and count, and its difference from the first setting."""
    mean, error = swept.mean(setting, name)
    if mean != mean:
        return "-"
    text = format_mean(mean, error, swept.count_cases(setting, name))
    if setting == 0:
        return text
    more, width = swept.difference(setting, name)
    return (
        f"{text} ({format_mean(more, width, sign=True)}{'*' if abs(more) > width > 0 else ''})"
        if more == more
        else text
    )


def make_rank_table(one: Rarity, names: tuple[str, ...]) -> ReportTable:
    """Return the rarity of every Rank, highest first."""
    said = f"{len(one.inverted)} pairs of Ranks are not in order of rarity, among {one.total:,} hands."
    head = ["Rank", "Hands", "Share", "One in", "Lower Ranks that are rarer"]
    return ReportTable(head, [*format_ranks(one, names)], "; ".join(one.cases), said)


def format_ranks(one: Rarity, names: tuple[str, ...]) -> Iterator[list[str]]:
    """Yield a row for each Rank, highest first: its name, hands, share, rarity, and the lower ones that are rarer."""
    for number in range(len(names) - 1, one.first - 1, -1):
        count, below = one.counts[number], one.rarer_below(number)
        often = f"{one.total / count:,.1f}" if count else "never"
        yield [names[number], f"{count:,}", format_percent(count / one.total, 4), often, str(below) if below else ""]


def render_svg(figure: Figure) -> str:
    """Render a plot as SVG, with equal bytes each time."""
    from matplotlib import rc_context

    text = StringIO()
    with rc_context({"svg.hashsalt": MARK}):
        figure.savefig(text, format="svg", metadata={"Date": None})
    found = text.getvalue()
    return found[found.index("<svg") :]
