"""Texts that a page gives to its scripts, in its language."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType

from markupsafe import Markup

from shindig.core.caches import RULE_PARTS, cached
from shindig.messages import format_text, say

SCRIPT_TEXTS: Mapping[str, Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "page": {"script-offline": ()},
        "table": {
            "script-bet": (),
            "script-new": (),
            "script-bank": ("time",),
            "script-seconds": ("count",),
            "script-minutes": ("count",),
            "script-waited": ("time",),
            "script-dealt": (),
            "script-suit": (),
            "script-rank": (),
            "script-lost": (),
            "script-replaced": (),
            "script-fault": ("why",),
            "script-not-sent": (),
            "script-unreached": (),
            "script-turn": (),
            "script-sound": (),
            "script-yes": (),
            "script-no": (),
            "script-no-choice": (),
            "script-touch-first": (),
            "script-touch-swap": (),
            "script-range": ("low", "high"),
            "script-more": ("count",),
            "script-copied": (),
            "script-select": (),
            "script-thinking": (),
            "script-close": (),
            "script-take": ("there",),
            "script-taken": ("there",),
            "script-laid": ("card", "there"),
            "script-leave-all": (),
            "script-lay-more": ("taken", "waiting"),
            "script-laid-all": ("taken",),
        },
        "cut": {
            "script-cut-lost": ("cut",),
            "script-cut-shut": (),
            "script-cut-no-list": ("cut",),
            "script-cut-unlisted": ("cut",),
            "script-cut-late-list": ("cut",),
            "script-cut-distrust": (),
            "script-cut-other-secret": ("cut",),
            "script-cut-second-seals": ("cut",),
            "script-cut-seal-missing": ("seat", "cut"),
            "script-cut-other-seals": ("cut",),
            "script-cut-other-values": ("cut",),
            "script-cut-own-missing": ("cut",),
            "script-cut-open-differ": ("cut",),
            "script-cut-not-first": ("cut",),
            "script-cut-gap": ("cut",),
            "script-cut-left-out": ("cut",),
            "script-cut-never-made": ("cut",),
        },
        "proofs": {
            "script-proof-wrong": (),
            "script-proof-unseen": (),
            "script-proof-before": (),
            "script-proof-during": (),
            "script-proof-unbound": (),
            "script-proof-one-order": (),
            "script-proof-orders": ("seats", "count"),
            "script-proof-failed": ("bad", "all"),
            "script-proof-shuffle": (),
            "script-proof-shuffles": (),
            "script-proof-cards": ("count",),
            "script-proof-no-card": (),
            "script-proof-live": ("seen", "all", "own"),
            "script-proof-live-all": ("all",),
            "script-proof-live-one": (),
            "script-proof-live-none": (),
            "script-proof-others": (),
            "script-proof-alone": ("cuts",),
            "script-proof-later": (),
            "script-proof-no-list": ("cuts",),
            "script-proof-tried": ("cuts",),
            "script-proof-off": ("cuts",),
            "script-proof-below": (),
            "script-proof-checking": (),
            "script-proof-unsent": ("cuts",),
        },
        "group": {"script-copied": ()},
        "rules": {"script-found": ("count",), "script-found-one": (), "script-found-none": ()},
        "times": {"script-time": ("day", "time"), "script-time-until": ("day", "time"), "script-time-midnight": ()},
        "push": {"script-push-on": (), "script-push-failed": (), "script-push-off": (), "script-push-refused": ()},
        "passkey": {
            "script-passkey-stopped": (),
            "script-passkey-known": (),
            "script-passkey-password": (),
            "script-passkey-often": (),
            "script-passkey-failed": (),
        },
    }
)
"""Messages by the kind of page, and the values that the script puts in."""


@cached(RULE_PARTS)
def render_script_texts(language: str, *kinds: str) -> Markup:
    """Return the element with the texts of a page's scripts, by their ids without `script-`.

    A value to be put in stands as `{name}`.
    """
    texts = {
        name.removeprefix("script-"): write_text(name, values, language)
        for kind in kinds
        for name, values in SCRIPT_TEXTS[kind].items()
    }
    written = json.dumps(texts, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return Markup(f'<script type="application/json" id="texts">{written}</script>')


def write_text(name: str, values: tuple[str, ...], language: str) -> str:
    """Write a message with the names of its values in their places."""
    return format_text(say(name, **{value: f"{{{value}}}" for value in values}), language=language)
