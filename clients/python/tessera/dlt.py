"""A destination of dlt: one collection for each table."""

import os
from typing import Any

import dlt
from dlt.common.schema import TTableSchema
from dlt.common.schema.typing import TTableSchemaColumns

from .collection import Collection, collection_name, server_time

#: The type of a collection's field by type of dlt. All other types are text, which needs no declaration.
_TYPES = {"bigint": "number", "double": "number", "decimal": "number", "timestamp": "date", "date": "date"}


def destination(base_url: str | None = None, token: str | None = None, workspace: str | None = None) -> Any:
    """
    The destination for `dlt.pipeline`. Settings default to `SVC_BASE_URL`, `SVC_TOKEN` and `SVC_WORKSPACE`.

    The primary key becomes the id field, types the field types, and the cursor (`dedup_sort`, else the incremental
    column) the field with the update time. With the disposition `replace`, `finish` deletes what a load did not contain.
    """
    url = base_url or os.environ["SVC_BASE_URL"]
    secret = token or os.environ["SVC_TOKEN"]
    place = workspace or os.environ.get("SVC_WORKSPACE")
    loads: dict[str, _Load] = {}
    # Read before a run reads the source, so that records that others write meanwhile are kept.
    as_of = server_time(url)

    @dlt.destination(
        name="tessera",
        batch_size=2_000,
        loader_file_format="typed-jsonl",
        naming_convention="direct",
        loader_parallelism_strategy="sequential",
        skip_dlt_columns_and_tables=True,
        max_table_nesting=0,
    )
    def tessera(items: Any, table: TTableSchema) -> None:
        name = str(table["name"])
        if name not in loads:
            loads[name] = _Load(Collection(url, secret, collection_name(name), place), table, as_of)
        loads[name].write(items)

    def finish() -> dict[str, int]:
        """Ends a run. Deletes records that a full replace did not contain, and returns their number by table."""
        nonlocal as_of
        deleted = {name: loads.pop(name).finish() for name in list(loads)}
        as_of = server_time(url)
        return deleted

    made = tessera()
    made.finish = finish  # type: ignore[attr-defined]
    return made


def _field(column: str) -> str:
    """The field of a column. dlt loads values of a changed type into a column of their own, such as `size▶v_text`."""
    return column.split("▶v_", 1)[0]


def _field_types(columns: TTableSchemaColumns, key: str) -> dict[str, str | None]:
    """The type of each field; None for text, and for a field whose type has changed between text, number and date."""
    kinds: dict[str, set[str | None]] = {}
    for name, column in columns.items():
        if column.get("data_type") is not None and name != key:
            kinds.setdefault(_field(name), set()).add(_TYPES.get(str(column["data_type"])))
    return {field: found.pop() if len(found) == 1 else None for field, found in kinds.items()}


class _Load:
    """The writes of one run to one collection."""

    def __init__(self, collection: Collection, table: TTableSchema, as_of: str) -> None:
        self.collection = collection
        self.as_of = as_of
        self.is_replace = table.get("write_disposition") == "replace"
        columns = table["columns"]
        keys = [name for name, column in columns.items() if column.get("primary_key")]
        if len(keys) != 1:
            raise ValueError(f"the table {table['name']} needs a primary key of one column, which becomes its records' id")
        cursors = [name for name, column in columns.items() if column.get("dedup_sort") or column.get("incremental")]
        self.ids: list[str] = []
        collection.ensure(keys[0], cursors[0] if cursors else None, _field_types(columns, keys[0]))

    def write(self, items: Any) -> None:
        ids = self.collection.import_records({_field(name): value for name, value in item.items()} for item in items)
        if self.is_replace:
            self.ids.extend(ids)

    def finish(self) -> int:
        try:
            return self.collection.reconcile(self.ids, self.as_of) if self.is_replace else 0
        finally:
            self.collection.close()
