"""Everybody's duplicate is equal: a server that has compiled nothing answers for a day's bots as one that has."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from itertools import islice
from typing import Any

import pytest

from shindig.bots import EXPERT, RANDOM
from shindig.bots.external_bot_json import encode_question
from shindig.gamekit import CHANCE, game, game_ids
from shindig.match import Match
from shindig.observations import Budget
from shindig.server.bot_pool.bot_process import answer_move
from shindig.server.fairness.daily_secret import DailyCursor, SealedDeal, Terms
from shindig.server.matches.daily_deals import choose_bot, choose_terms
from shindig.server.tables.scheduler import ITERATIONS

TERMS = [terms for terms in (choose_terms(date(2026, 11, 23) + timedelta(ahead)) for ahead in range(6)) if terms]
every_day = pytest.mark.parametrize("terms", TERMS, ids=[terms.game for terms in TERMS])
Asked = tuple[Mapping[str, Any], int]
"""A question to a bot, and its answer from compiled code."""


def asked(terms: Terms, secret: int) -> Iterator[Asked]:
    """What the bots of a try are asked, at all seats, in a process in which all is compiled."""
    rules, drawing = game(terms.game), DailyCursor(SealedDeal("2026-11-23", terms, bytes([secret]) * 64))
    rules.compiled_policies.compile()
    match = Match(rules, terms.seats, {})
    while not match.over:
        if match.to_act == CHANCE:
            of = str(match.needs)
            codes = rules.item_codes(match.record, int(match.record.asks))
            match.order(drawing.build_next_order(of, [codes[item] for item in match.wanted()]).cards)
            drawing.count_order(of)
        else:
            seat, lot = match.to_act, bool(rules.rules.hand.random_pick(match.record))
            view = match.view(seat)
            view.budget = Budget(iterations=ITERATIONS, seed=drawing.derive_next_seed(seat, 0))
            put = encode_question(terms.bot, "who", view)
            action = drawing.draw_next_lot([*match.legal.actions]) if lot else int(answer_move(put)["action"])
            if not lot:
                yield put, action
            match.take(action)
            drawing.count_action(seat, lot)


def cold(questions: list[Mapping[str, Any]]) -> list[int]:
    """What a process of the pool answers that has been told of nothing compiled."""
    lines = "".join(json.dumps({"id": number} | dict(one)) + "\n" for number, one in enumerate(questions))
    command = [sys.executable, "-m", "shindig.server.bot_pool.bot_process"]
    told = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    return [json.loads(line)["action"] for line in told.stdout.splitlines()]


def test_a_cold_server_answers_as_one_that_has_compiled_all() -> None:
    """In each game of the days' turn, through the first hand and more."""
    found = [one for terms in TERMS for one in islice(asked(terms, 7), 30)]
    assert cold([put for put, _ in found]) == [action for _, action in found]
    assert len({action for _, action in found}) > 30


@pytest.mark.long
@every_day
@pytest.mark.parametrize("secret", range(4))
def test_whole_tries_on_a_cold_server_are_those_of_others(terms: Terms, secret: int) -> None:
    found = [*islice(asked(terms, secret), 2_000)]
    assert cold([put for put, _ in found]) == [action for _, action in found]


def test_no_day_is_played_by_bots_that_wait_for_compiled_code() -> None:
    """The expert plays as the policy does until it is compiled."""
    assert {choose_bot(bots) for bots in ({EXPERT: "", "steady": ""}, {"steady": ""})} == {"steady"}
    assert choose_bot({EXPERT: "", "line": ""}) == "line"
    assert choose_bot({EXPERT: ""}) == RANDOM
    assert {terms.game for terms in TERMS} == {*game_ids()}
