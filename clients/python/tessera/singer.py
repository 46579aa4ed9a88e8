"""A target for Singer taps: one collection for each stream."""

import argparse
import decimal
import json
import os
import pathlib
import sys
from collections.abc import Mapping
from typing import Any

import httpx

from .collection import Collection, collection_name, server_time
from .errors import TesseraError
from .values import to_json

_RECORDS_AT_ONCE = 2_000


def main() -> None:
    """Runs `target-tessera`: reads Singer messages, writes records, and prints each state once its records are stored."""
    parser = argparse.ArgumentParser(prog="target-tessera", description="Writes the streams of a Singer tap to collections.")
    parser.add_argument("--config", help="JSON file with base_url, token and workspace; default: SVC_BASE_URL and so on")
    parser.add_argument(
        "--complete",
        action="store_true",
        help="the input is the whole of every stream: at its end, delete the records that it did not contain",
    )
    options = parser.parse_args()
    try:
        config = json.loads(pathlib.Path(options.config).read_text()) if options.config else {}
        _run(_Target(config, options.complete))
    except (OSError, ValueError, TesseraError, httpx.HTTPError) as error:
        sys.exit(f"target-tessera: {error}")


def _run(target: "_Target") -> None:
    for number, line in enumerate(sys.stdin, 1):
        if line.strip():
            try:
                # Numbers keep all digits.
                target.take(json.loads(line, parse_float=decimal.Decimal))
            except (json.JSONDecodeError, KeyError, TypeError) as error:
                raise ValueError(f"line {number} of the input is not a message of a Singer tap: {error!r}") from None
    target.finish()


class _Target:
    def __init__(self, config: Mapping[str, Any], is_complete: bool) -> None:
        self.access = (_setting(config, "base_url"), _setting(config, "token"))
        self.workspace = config.get("workspace") or os.environ.get("SVC_WORKSPACE")
        self.is_complete = is_complete or config.get("complete") is True
        # Read before the tap reads the source, so that records that others write meanwhile are kept.
        self.as_of = server_time(self.access[0])
        self.streams: dict[str, _Stream] = {}
        self.last_kind: str | None = None

    def take(self, message: Mapping[str, Any]) -> None:
        kind = message["type"]
        self.last_kind = kind
        if kind == "SCHEMA":
            self._schema(message)
        elif kind == "RECORD":
            self._stream(message).add(message["record"], message.get("version"))
        elif kind == "ACTIVATE_VERSION":
            self._stream(message).activate(message["version"])
        elif kind == "STATE":
            self.write_all()
            print(to_json(message["value"]), flush=True)

    def write_all(self) -> None:
        for stream in self.streams.values():
            stream.write()

    def finish(self) -> None:
        """Stores the remaining records. With `--complete`, deletes records that the input lacks, if the tap finished."""
        self.write_all()
        if not self.is_complete:
            return
        # A tap writes its state after the last record. The target sees no exit status of the tap.
        if self.last_kind != "STATE":
            raise ValueError("the input does not end with a STATE, so the tap may have failed: nothing was deleted")
        for stream in self.streams.values():
            stream.complete()

    def _schema(self, message: Mapping[str, Any]) -> None:
        name = message["stream"]
        stream = self.streams.get(name)
        if stream is None:
            collection = Collection(*self.access, collection_name(name), self.workspace)
            stream = self.streams.setdefault(name, _Stream(collection, self.as_of, self.is_complete))
        stream.write()
        stream.declare(message)

    def _stream(self, message: Mapping[str, Any]) -> "_Stream":
        if message["stream"] not in self.streams:
            raise ValueError(f"{message['type']} of the stream {message['stream']} came before its SCHEMA")
        return self.streams[message["stream"]]


class _Stream:
    """The writes of one run to one collection."""

    def __init__(self, collection: Collection, as_of: str, is_complete: bool) -> None:
        self.collection = collection
        self.is_complete = is_complete
        self.as_of = as_of
        self.types: dict[str, str | None] = {}
        self.waiting: list[Mapping[str, Any]] = []
        self.version: int | None = None
        self.ids: list[str] = []

    def declare(self, message: Mapping[str, Any]) -> None:
        keys = message.get("key_properties") or []
        if len(keys) != 1:
            raise ValueError(f"the stream {message['stream']} needs a key of one property, which becomes its records' id")
        cursors = message.get("bookmark_properties") or []
        found = {name: _type(schema) for name, schema in message["schema"].get("properties", {}).items()}
        # A text field keeps a type that an admin declared, unless it changed to text in this input.
        types = {name: kind for name, kind in found.items() if name not in keys and (kind or self.types.get(name))}
        self.types = types
        self.collection.ensure(keys[0], cursors[0] if cursors else None, types)

    def add(self, record: Mapping[str, Any], version: int | None) -> None:
        if version != self.version:
            self.write()
            self.version, self.ids = version, []
        self.waiting.append(record)
        if len(self.waiting) == _RECORDS_AT_ONCE:
            self.write()

    def write(self) -> None:
        ids = self.collection.import_records(self.waiting)
        self.waiting = []
        if self.is_complete or self.version is not None:
            self.ids.extend(ids)

    def activate(self, version: int) -> None:
        """Deletes the records that a version lacks. Deletes nothing if the tap announces it before its records."""
        self.write()
        if version == self.version and self.ids:
            self.complete()

    def complete(self) -> None:
        """Deletes the records that were not sent. The service refuses to delete most of a collection."""
        self.collection.reconcile(self.ids, self.as_of)


def _setting(config: Mapping[str, Any], name: str) -> str:
    value = config.get(name) or os.environ.get(f"SVC_{name.upper()}")
    if not value:
        raise ValueError(f"set {name} in the file of --config, or SVC_{name.upper()}")
    return str(value)


def _type(schema: Mapping[str, Any]) -> str | None:
    """The type of a field according to its JSON schema; None for text, which needs no declaration."""
    for one in schema.get("anyOf", [schema]):
        types = one.get("type", [])
        types = [types] if isinstance(types, str) else types
        if "string" in types:
            return "date" if one.get("format") in ("date-time", "date") else None
        if "integer" in types or "number" in types:
            return "number"
    return None
