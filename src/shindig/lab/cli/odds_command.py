"""Command `shindig odds`: possible Ranks of a hand, chances against others, and rollouts."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.markup import escape

from shindig.compile_progress import compile_games
from shindig.gamekit import Game, GameError, game
from shindig.gamekit.hand_study_interfaces import HandQuery

from ..analyse import hand_odds as compared
from ..analyse import hand_rollouts, plots
from ..analyse.figure_format import format_mean
from ..run import argument_checks
from ..run.process_pool import choose_seed
from . import command_output

Seen = Annotated[str, typer.Option(help="Other cards that you have seen.")]
Others = Annotated[int, typer.Option("--against", help="How many other hands there are to beat.")]
Least = Annotated[
    str, typer.Option("--range", metavar="RANK", help="The others hold this Rank or better; any hand if not said.")
]
Deals = Annotated[
    int | None, typer.Option(help="Deals of the cards not seen; 20,000, or 1,000 where they are played out.")
]


def odds(
    game_id: command_output.GameId,
    hand: Annotated[str, typer.Argument(help="The cards of the hand, as the game writes them.")],
    tall: Annotated[str | None, typer.Option(help="The card turned up, where the game has one.")] = None,
    claimed: Annotated[bool, typer.Option("--claimed", help="You have claimed it.")] = False,
    seen: Seen = "",
    against: Others = 1,
    least: Least = "",
    players: command_output.Players = None,
    option: command_output.Rules = None,
    deals: Deals = None,
    seed: Annotated[int, typer.Option(help="For other deals.")] = 0,
    plot: command_output.Plot = None,
) -> None:
    """Print what every way to go on with a hand brings, the best first.

    Where hands are compared: the chance to improve, to beat others, of every Rank. Where they are played out: what
    comes of each bid or discard.
    """
    rules, options = game(game_id), command_output.parse_options(option)
    argument_checks.check_whole(
        hand_rollouts.WORLDS if deals is None else deals, "deals", compared.FEWEST, argument_checks.WORLDS
    )
    choose_seed(seed)
    asked = HandQuery(hand, tall, claimed, seen)
    against_whom = compared.Against(against, least, deals or compared.WORLDS, seed)
    if rules.worth is not None and rules.worth.ask is not None:
        if players is not None:
            raise GameError(f"hands of {rules.name} are compared with --against others: leave out --players")
        print_prospects(rules, options, asked, against_whom, plot)
    else:
        hand_rollouts.get_outlook(rules)
        if asked[1:] != HandQuery("")[1:] or (against, least) != (1, ""):
            refused = "--tall, --claimed, --seen, --against and --range"
            raise GameError(f"hands of {rules.name} are played out, not compared: leave out {refused}")
        print_rollouts(rules, options, hand, players, deals or hand_rollouts.WORLDS, seed, plot)


def print_prospects(
    rules: Game, options: dict[str, object], asked: HandQuery, against: compared.Against, plot: str | None
) -> None:
    """Print the possible Ranks of a hand, and its chances against others."""
    m = rules.new(rules.rules.seats[0], options)[0]
    found = compared.prospects(rules, m, asked, against)
    table = command_output.make_table("Discard", "Improves", "Beats", "Deals", "Chances, the best Rank first")
    table.columns[-1].justify = "left"
    for one in found:
        table.add_row(*format_prospect(one))
    command_output.out.print(table)
    others = f"{against.least} or better" if against.least else "any hand"
    whom = f"another who holds {others}" if against.others == 1 else f"{against.others} others who hold {others}"
    command_output.out.print(
        f"Improves: to a better Rank than now, exact. Beats: the share of the pot to expect against {escape(whom)}, "
        f"over the deals, seed {against.seed}, with 95 % confidence; others hold five of the cards not seen, and have "
        "claimed nothing."
    )
    turned = f", {asked.tall} turned up{' and claimed' * asked.claimed}" if asked.tall else ""
    title = f"{rules.name}{command_output.format_options(options)}: {asked.hand}{turned}"
    ranks = compared.get_worth(rules).ranks
    command_output.save_picture(
        plot, lambda: plots.plot_chances({one.name: one.chances for one in found}, ranks, title)
    )


def format_prospect(one: compared.Prospect) -> list[str]:
    """Return the table row of one way to continue."""
    chances = ", ".join(f"{name} {command_output.format_percent(chance)}" for name, chance in one.chances.items())
    beats = format_mean(one.beats, one.error, percent=True)
    return [one.name or "nothing", command_output.format_percent(one.improve), beats, f"{one.deals:,}", escape(chances)]


def print_rollouts(
    rules: Game, options: dict[str, object], hand: str, players: int | None, worlds: int, seed: int, plot: str | None
) -> None:
    """Print the rollouts of a hand."""
    fresh = rules.new(players or rules.rules.seats[0], options)
    hand_rollouts.check_hand(rules, fresh, hand)
    compile_games([rules], hand_rollouts.prepare_rollouts)
    found = hand_rollouts.run_courses(rules, fresh, hand, worlds, seed)
    table = command_output.make_table("Way", *found.courses[0].measures, "deals")
    table.columns[0].no_wrap = True
    for one in found.courses:
        table.add_row(escape(one.name), *format_course(one), f"{found.worlds:,}")
    command_output.out.print(table)
    for name, chance in found.counted.items():
        command_output.out.print(f"{name[:1].upper()}{name[1:]}: {chance:.2%}, exact.")
    command_output.out.print(
        f"{found.worlds:,} deals of the other cards at a table of {int(fresh['seats'][0])}, seed {seed}, played to the "
        "hand's end as steady bots do, the same deals for each way; gain is what the hand brings, less the mean of the "
        "table; 95 % confidence; 'of' so many deals where not all tell, 'always' where all came to the same, '?' where "
        "fewer than 3 tell."
    )
    table_of = f"{rules.name}, {int(fresh['seats'][0])} players{command_output.format_options(options)}"
    command_output.save_picture(
        plot, lambda: plots.plot_courses(found, f"{table_of}: {hand}\n{found.worlds:,} deals, seed {seed}, 95 %")
    )


def format_course(one: hand_rollouts.RolloutResult) -> list[str]:
    """Return the table row of a first action; means have their count if not all deals have a value."""
    most = max(measure.worlds for measure in one.measures.values())
    return [
        format_mean(mean, error, worlds if worlds < most else None) for mean, error, worlds in one.measures.values()
    ]
