from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="CollectionDay")


@_attrs_define
class CollectionDay:
    """
    Attributes:
        date (datetime.date): In UTC
        high (int):
        low (int):
        none (int):
        written (int): Accepted records, including unchanged ones
        failed (int): Refused records
    """

    date: datetime.date
    high: int
    low: int
    none: int
    written: int
    failed: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        date = self.date.isoformat()

        high = self.high

        low = self.low

        none = self.none

        written = self.written

        failed = self.failed

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "date": date,
                "high": high,
                "low": low,
                "none": none,
                "written": written,
                "failed": failed,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        date = datetime.date.fromisoformat(d.pop("date"))

        high = d.pop("high")

        low = d.pop("low")

        none = d.pop("none")

        written = d.pop("written")

        failed = d.pop("failed")

        collection_day = cls(
            date=date,
            high=high,
            low=low,
            none=none,
            written=written,
            failed=failed,
        )

        collection_day.additional_properties = d
        return collection_day

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
