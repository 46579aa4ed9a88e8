from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="ReconcileInput")


@_attrs_define
class ReconcileInput:
    """
    Attributes:
        live_ids (list[int | str]): Ids of every record that still exists in the source
        as_of (datetime.datetime | Unset): Keep records written after this time
        dry_run (bool | Unset): Only count Default: False.
        max_tombstones (int | Unset): Refuse if more would be tombstoned; default: half of the live records, at least 20
    """

    live_ids: list[int | str]
    as_of: datetime.datetime | Unset = UNSET
    dry_run: bool | Unset = False
    max_tombstones: int | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        live_ids = []
        for live_ids_item_data in self.live_ids:
            live_ids_item: int | str
            live_ids_item = live_ids_item_data
            live_ids.append(live_ids_item)

        as_of: str | Unset = UNSET
        if not isinstance(self.as_of, Unset):
            as_of = self.as_of.isoformat()

        dry_run = self.dry_run

        max_tombstones = self.max_tombstones

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "live_ids": live_ids,
            }
        )
        if as_of is not UNSET:
            field_dict["as_of"] = as_of
        if dry_run is not UNSET:
            field_dict["dry_run"] = dry_run
        if max_tombstones is not UNSET:
            field_dict["max_tombstones"] = max_tombstones

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        live_ids = []
        _live_ids = d.pop("live_ids")
        for live_ids_item_data in _live_ids:

            def _parse_live_ids_item(data: object) -> int | str:
                return cast(int | str, data)

            live_ids_item = _parse_live_ids_item(live_ids_item_data)

            live_ids.append(live_ids_item)

        _as_of = d.pop("as_of", UNSET)
        as_of: datetime.datetime | Unset
        if isinstance(_as_of, Unset):
            as_of = UNSET
        else:
            as_of = datetime.datetime.fromisoformat(_as_of)

        dry_run = d.pop("dry_run", UNSET)

        max_tombstones = d.pop("max_tombstones", UNSET)

        reconcile_input = cls(
            live_ids=live_ids,
            as_of=as_of,
            dry_run=dry_run,
            max_tombstones=max_tombstones,
        )

        return reconcile_input
