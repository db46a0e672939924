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

Seen = Annotated[str, typer.Option(help="Other cards you have seen.")]
Others = Annotated[int, typer.Option("--against", help="How many other hands you have to beat.")]
Least = Annotated[
    str,
    typer.Option(
        "--range", metavar="RANK", help="Only count hands of this Rank or better against you. By default, any hand."
    ),
]
Deals = Annotated[int | None, typer.Option(help="How many deals to try: 20,000, or 1,000 if they are played out.")]


def odds(
    game_id: command_output.GameId,
    hand: Annotated[str, typer.Argument(help="Your cards, as the game writes them.")],
    tall: Annotated[str | None, typer.Option(help="The card that is turned up, if the game has one.")] = None,
    claimed: Annotated[bool, typer.Option("--claimed", help="You have claimed the card that is turned up.")] = False,
    seen: Seen = "",
    against: Others = 1,
    least: Least = "",
    players: command_output.Players = None,
    option: command_output.Rules = None,
    deals: Deals = None,
    seed: Annotated[int, typer.Option(help="A number; each one gives different deals.")] = 0,
    plot: command_output.Plot = None,
) -> None:
    """Print what each way to play a hand is worth, best first.

    In games that compare hands, this is the chance of improving, of beating the others, and of each Rank. In the other
    games, it is the result of each bid or discard.
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
    table = command_output.make_table("Discard", "Improves", "Beats", "Deals", "Chances, best Rank first")
    table.columns[-1].justify = "left"
    for one in found:
        table.add_row(*format_prospect(one))
    command_output.out.print(table)
    others = f"{against.least} or better" if against.least else "any hand"
    whom = f"one player with {others}" if against.others == 1 else f"{against.others} players with {others}"
    command_output.out.print(
        "Improves: the exact chance of a better Rank than now. Beats: the share of the pot you can expect against "
        f"{escape(whom)}, with its 95 % interval (seed {against.seed}). The others hold five unseen cards, and have "
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
        f"{found.worlds:,} deals of the other cards to {int(fresh['seats'][0])} players (seed {seed}), the same for "
        "each way, and played out by steady bots. Gain is what the hand wins, minus the table's mean. The intervals "
        "are 95 %. 'of' counts the deals that tell, if not all do; 'always' is the same result in all of them; '?' is "
        "fewer than 3 deals."
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
