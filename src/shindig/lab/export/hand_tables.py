"""Tables of hands: named columns and categories, in three file formats.

Negative numbers that stand for a missing seat, card or name are null. A column per seat is written `rank_0`, `rank_1`,
...
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from shindig.core.layout_and_views import Field, Records
from shindig.gamekit import Game, GameError
from shindig.gamekit.hand_fact_columns import build_fields
from shindig.gamekit.hand_fact_reading import get_value_names

from ..run.compiled_matches import HandRows
from ..run.part_store import Facts, check_pyarrow, read_facts, replace_file, write_file

if TYPE_CHECKING:
    import pyarrow as pa

KINDS = (".parquet", ".csv", ".jsonl")
"""Supported file endings."""
PREFIX = "shindig."
ROWS = 1 << 16
"""Rows in memory while a table is copied."""
Numbers = npt.NDArray[Any]


class Column(NamedTuple):
    """A column of the table of hands."""

    name: str
    text: str
    values: Callable[[HandRows], Numbers]
    names: tuple[str, ...] = ()
    """Names of its numbers."""
    missing: bool = False
    """True if a negative number means none."""


def list_columns(rules: Game, fresh: Records) -> list[Column]:
    """List the columns of a game's hands, for a table like this fresh match."""
    seats = int(fresh["seats"][0])
    found = [
        Column("match", "The match, from 0.", lambda hands: hands.heads[:, 0]),
        Column("hand", "The hand of the match, from 1.", lambda hands: hands.heads[:, 1]),
        Column("actions", "Actions played in the hand.", lambda hands: hands.heads[:, 2]),
        Column("first", "The seat that acted first.", lambda hands: hands.heads[:, 3], missing=True),
    ]
    found += [
        Column(f"payoff_{seat}", "What the hand brought the seat.", lambda hands, seat=seat: hands.payoffs[:, seat])  # type: ignore[misc]
        for seat in range(seats)
    ]
    for field in build_fields(rules.rules.hand.facts, rules.rules.layout.seats):
        found += _list_field_columns(field, get_value_names(rules, fresh, field), seats)
    return found


def _list_field_columns(field: Field, names: tuple[str, ...], seats: int) -> list[Column]:
    missing = bool(names) or field.stands == "seat"
    if not field.shape:
        return [Column(field.name, field.text, lambda hands: hands.facts[field.name], names, missing)]

    def column(place: int) -> Column:
        name = f"{field.name}_{place}"
        return Column(name, field.text, lambda hands: hands.facts[field.name][:, place], names, missing)

    return [column(place) for place in range(seats if field.by == "seat" else field.shape[0])]


def build_schema(found: Sequence[Column], hands: HandRows, about: Facts) -> pa.Schema:
    """Build the schema of a table, with what was played as metadata."""
    import pyarrow as pa

    fields = [
        pa.field(one.name, build_arrow_array(one, hands).type, metadata={"text": one.text} if one.text else None)
        for one in found
    ]
    return pa.schema(fields, metadata={PREFIX + key: json.dumps(value) for key, value in about.items()})


def build_arrow_array(column: Column, hands: HandRows) -> pa.Array:
    """Build a column's array for some hands."""
    import pyarrow as pa

    values = np.ascontiguousarray(column.values(hands))
    mask = values < 0 if column.missing else None
    if not column.names:
        return pa.array(values, mask=mask)
    return pa.DictionaryArray.from_arrays(pa.array(values.astype(np.int16), mask=mask), pa.array(column.names))


def build_table(found: Sequence[Column], hands: HandRows, about: Facts) -> pa.Table:
    """Build a table of hands."""
    import pyarrow as pa

    return pa.table([build_arrow_array(one, hands) for one in found], schema=build_schema(found, hands, about))


def encode_parquet(what: pa.Table) -> bytes:
    """Encode a table as a Parquet file."""
    import pyarrow as pa
    from pyarrow import parquet

    buffer = pa.BufferOutputStream()
    parquet.write_table(what, buffer)
    data: bytes = buffer.getvalue().to_pybytes()
    return data


def read_parquet_metadata(file: Path) -> Facts:
    """Read what was played from a table of ours; empty without such metadata. Raises GameError for no Parquet."""
    metadata = open_parquet(file).schema_arrow.metadata or {}
    names = (key.decode() for key in metadata)
    return {name.removeprefix(PREFIX): json.loads(metadata[name.encode()]) for name in names if name.startswith(PREFIX)}


def open_parquet(file: Path) -> Any:
    """Open a Parquet file. Raises GameError for anything else."""
    import pyarrow as pa
    from pyarrow import parquet

    try:
        return parquet.ParquetFile(file)
    except (pa.ArrowInvalid, pa.ArrowException) as error:
        raise GameError(f"{file} is no Parquet file") from error


def check_table_file(path: str) -> None:
    """Raise GameError if no table can be written to this file."""
    check_pyarrow()
    if Path(path).suffix.lower() not in KINDS:
        raise GameError(f"expected a file that ends in {', '.join(KINDS)}, not {path!r}")
    if not Path(path).absolute().parent.is_dir():
        raise GameError(f"there is no folder {str(Path(path).parent)!r} for the table")
    if Path(path).is_dir():
        raise GameError(f"{path} is a folder: name a file")


def find_metadata_path(file: Path) -> Path:
    """Return the path of the metadata of a file without room for it."""
    return file.with_name(f"{file.name}.about.json")


def read_file_metadata(file: Path) -> Facts | None:
    """Read what was played in a file of hands; None without a file. Raises GameError for one that is not ours."""
    if not file.exists():
        return None
    if file.suffix.lower() == ".parquet":
        found = read_parquet_metadata(file)
    else:
        found = read_facts(find_metadata_path(file), "name another file") if find_metadata_path(file).is_file() else {}
    if "game" not in found:
        raise GameError(f"{file} is there already, and not a table of hands: name another file")
    return found


def merge_parts(parts: Iterable[Path], file: Path, about: Facts, rows: int = ROWS) -> None:
    """Merge Parquet parts into one file, `rows` at a time, whole or not at all. Raises OSError."""
    files = [*parts]
    with replace_file(file) as aside:
        {".parquet": _write_parquet, ".csv": _write_csv, ".jsonl": _write_json_lines}[file.suffix.lower()](
            files, aside, about, rows
        )
        if file.suffix.lower() != ".parquet":
            write_file(find_metadata_path(file), encode_json_lines(about | {"columns": read_column_texts(files[0])}))


def read_column_texts(part: Path) -> Facts:
    """Read the descriptions of a part's columns."""
    return {one.name: (one.metadata or {}).get(b"text", b"").decode() for one in open_parquet(part).schema_arrow}


def encode_json_lines(about: Facts) -> bytes:
    """Encode facts as JSON Lines."""
    lines = (f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in about.items())
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


def read_batches(parts: Iterable[Path], rows: int) -> Iterable[pa.RecordBatch]:
    """Yield the rows of some files."""
    for part in parts:
        yield from open_parquet(part).iter_batches(rows)


def _write_parquet(parts: Iterable[Path], file: Path, about: Facts, rows: int) -> None:
    from pyarrow import parquet

    writer = None
    try:
        for found in read_row_groups(parts, rows):
            if writer is None:
                metadata = {PREFIX + key: json.dumps(value) for key, value in about.items()}
                kind = found.schema.with_metadata(metadata)
                writer = parquet.ParquetWriter(file, kind)
            writer.write_table(found.replace_schema_metadata(kind.metadata))
    finally:
        if writer is not None:
            writer.close()


def read_row_groups(parts: Iterable[Path], rows: int) -> Iterator[pa.Table]:
    """Yield the rows of some files in tables of `rows`, since a writer keeps notes on each until the end."""
    import pyarrow as pa

    waiting = None
    for part in parts:
        found = open_parquet(part).read().replace_schema_metadata(None)
        waiting = found if waiting is None else pa.concat_tables([waiting, found])
        while len(waiting) >= rows:
            yield join_chunks(waiting[:rows])
            waiting = waiting[rows:]
    if waiting is not None:
        yield join_chunks(waiting)


def join_chunks(found: pa.Table) -> pa.Table:
    """Return the table with each column in one piece."""
    return found.unify_dictionaries().combine_chunks()


def _write_csv(parts: Iterable[Path], file: Path, _about: Facts, rows: int) -> None:
    from pyarrow import csv

    writer = None
    try:
        for batch in read_batches(parts, rows):
            plain = decode_dictionaries(batch)
            writer = writer or csv.CSVWriter(file, plain.schema)
            writer.write_batch(plain)
    finally:
        if writer is not None:
            writer.close()


def _write_json_lines(parts: Iterable[Path], file: Path, _about: Facts, rows: int) -> None:
    import orjson

    with file.open("wb") as out:
        for batch in read_batches(parts, rows):
            out.writelines(orjson.dumps(row) + b"\n" for row in batch.to_pylist())


def decode_dictionaries(batch: pa.RecordBatch) -> pa.RecordBatch:
    """Return the batch with dictionaries as plain texts."""
    import pyarrow as pa

    arrays = [one.dictionary_decode() if pa.types.is_dictionary(one.type) else one for one in batch.columns]
    return pa.RecordBatch.from_arrays(arrays, batch.schema.names)
