"""One collection as the target of a pipeline."""

import re
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote

import httpx

from .client import Http, Retry, http_settings
from .errors import ApiError, CollectionError
from .values import to_json

#: Records of one call, and bytes of its body.
_RECORDS_PER_CALL = 500
_BYTES_PER_CALL = 7 * 1024 * 1024
#: A pipeline waits longer than a person.
_PATIENT = Retry(retries=5, base_seconds=1, max_seconds=60)


class Collection:
    """A collection of a workspace. Writing to it takes an admin's token (`svc_tk_...`)."""

    def __init__(self, base_url: str, token: str, name: str, workspace: str | None = None) -> None:
        self.name = name
        self._http = Http(_PATIENT, **http_settings(base_url, token, workspace))
        self._http.headers["Content-Type"] = "application/json"
        self._http.timeout = httpx.Timeout(120)
        self._path = f"/collections/{quote(name, safe='')}"

    def close(self) -> None:
        """Closes the connection."""
        self._http.close()

    def server_time(self) -> str:
        """The time of the service, for `as_of`. Read it before you start to read the source."""
        return server_time(str(self._http.base_url))

    def ensure(
        self,
        id_field: str | None = None,
        write_date_field: str | None = None,
        field_types: Mapping[str, str | None] | None = None,
    ) -> None:
        """
        Creates the collection if it is missing, and declares fields that are not declared or differ.

        The type None is text: it removes the declaration of a field as a number or date, and keeps other types.
        """
        try:
            before = self._call("GET", f"{self._path}/describe")
        except ApiError as error:
            if error.code != "collection_not_found":
                raise
            self._call("POST", "/collections", {"name": self.name})
            before = self._call("GET", f"{self._path}/describe")
        sent = field_types or {}
        wanted = {"id_field": id_field, "write_date_field": write_date_field}
        changes: dict[str, Any] = {
            key: value for key, value in wanted.items() if value is not None and before[key] != value
        }
        declared = before["filterable_fields"]
        kept = {name: kind for name, kind in declared.items() if not (name in sent and kind in ("number", "date"))}
        types = {**kept, **{name: kind for name, kind in sent.items() if kind is not None}}
        if types != before["filterable_fields"]:
            changes["field_types"] = types
        if changes:
            self._call("PATCH", self._path, changes)

    def import_records(self, records: Iterable[Mapping[str, Any]]) -> list[str]:
        """Writes records, and returns their ids. Raises `CollectionError` if some are refused; the others are stored."""
        ids: list[str] = []
        for body in _bodies(records):
            answer = self._call("POST", f"{self._path}/import", body)
            refused = [result for result in answer["results"] if "error" in result]
            if refused:
                first = refused[0]
                raise CollectionError(first["error"], f"{len(refused)} records were refused. The first: {first['message']}")
            ids.extend(str(result["external_id"]) for result in answer["results"])
        return ids

    def reconcile(self, live_ids: Iterable[str], as_of: str, max_tombstones: int | None = None) -> int:
        """Deletes all other records that were not written since `as_of`, and returns how many. Refused if too many."""
        body: dict[str, Any] = {"live_ids": list(live_ids), "as_of": as_of}
        if max_tombstones is not None:
            body["max_tombstones"] = max_tombstones
        return int(self._call("POST", f"{self._path}/reconcile", body)["tombstoned"])

    def _call(self, method: str, path: str, body: object = None) -> Any:
        content = None if body is None else body if isinstance(body, str) else to_json(body)
        return self._http.request(method, path, content=content).json()


def server_time(base_url: str) -> str:
    """The time of a service."""
    answer = httpx.get(f"{base_url.rstrip('/')}/health", timeout=120)
    answer.raise_for_status()
    return str(answer.json()["time"])


def collection_name(table: str) -> str:
    """A valid collection name for a table or stream: `public-Order Lines` becomes `public-order-lines`."""
    return re.sub(r"[^a-z0-9_-]+", "-", table.lower()).strip("-_")[:64]


def _bodies(records: Iterable[Mapping[str, Any]]) -> Iterable[str]:
    """Divides records into bodies of import calls within the limits."""
    batch: list[str] = []
    size = 0
    for record in records:
        text = to_json(record)
        if batch and (len(batch) == _RECORDS_PER_CALL or size + len(text) > _BYTES_PER_CALL):
            yield _body(batch)
            batch, size = [], 0
        batch.append(text)
        size += len(text)
    if batch:
        yield _body(batch)


def _body(batch: list[str]) -> str:
    return '{"records": [' + ", ".join(batch) + "]}"
