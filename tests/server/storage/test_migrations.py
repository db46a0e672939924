"""Migrations only add, so that servers of the version before go on under the new schema (docs/host.md)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import Connection, inspect

from shindig.server.storage.database import make_engine
from shindig.server.storage.migrations import STEPS, upgrade

Columns = dict[str, dict[str, Any]]


def columns(connection: Connection) -> dict[str, Columns]:
    """By table and name, the columns of a database."""
    looked = inspect(connection)
    return {
        table: {one["name"]: {**one, "type": str(one["type"])} for one in looked.get_columns(table)}
        for table in looked.get_table_names()
    }


def unique(connection: Connection) -> dict[str, set[tuple[str, ...]]]:
    """By table, the columns whose values must differ."""
    looked = inspect(connection)
    return {
        table: {tuple(map(str, one["column_names"])) for one in looked.get_indexes(table) if one["unique"]}
        | {tuple(one["column_names"]) for one in looked.get_unique_constraints(table)}
        for table in looked.get_table_names()
    }


def refused(before: dict[str, Columns], after: dict[str, Columns]) -> list[str]:
    """What a step did that a server of the version before may not live with."""
    found = [f"{table} is gone" for table in before if table not in after]
    for table in before.keys() & after.keys():
        old, new = before[table], after[table]
        found += [f"{table}.{name} is gone or other" for name in old if new.get(name) != old[name]]
        found += [
            f"{table}.{name} needs a value"
            for name in new.keys() - old.keys()
            if not new[name]["nullable"] and new[name]["default"] is None
        ]
    return found


def test_every_step_leaves_what_there_is_and_needs_no_new_value(tmp_path: Path) -> None:
    engine = make_engine(f"sqlite:///{tmp_path}/room.db", write=True)
    with engine.connect() as connection:
        upgrade(connection, STEPS[0])
        before, differ = columns(connection), unique(connection)
        for step in STEPS[1:]:
            upgrade(connection, step)
            after = columns(connection)
            assert refused(before, after) == [], step
            assert {table: unique(connection)[table] for table in differ} == differ, step
            before, differ = after, unique(connection)
    engine.dispose()


def test_what_would_stop_a_server_of_the_version_before_is_noticed() -> None:
    def column(**more: Any) -> dict[str, Any]:
        return {"type": "TEXT", "nullable": False, "default": None} | more

    before = {"people": {"id": column(), "name": column()}, "words": {"word": column()}}
    after = {"people": {"id": column(type="INTEGER"), "age": column(), "face": column(default="''")}}
    assert sorted(refused(before, after)) == [
        "people.age needs a value",
        "people.id is gone or other",
        "people.name is gone or other",
        "words is gone",
    ]
