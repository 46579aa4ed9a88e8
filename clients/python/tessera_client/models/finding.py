from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.finding_kind import FindingKind, check_finding_kind

T = TypeVar("T", bound="Finding")


@_attrs_define
class Finding:
    """
    Attributes:
        id (str):
        field (str):
        kind (FindingKind):
        count (int):
        first_seen_at (datetime.datetime):
        last_seen_at (datetime.datetime):
        example_ids (list[str]):
        message (str):
    """

    id: str
    field: str
    kind: FindingKind
    count: int
    first_seen_at: datetime.datetime
    last_seen_at: datetime.datetime
    example_ids: list[str]
    message: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        field = self.field

        kind: str = self.kind

        count = self.count

        first_seen_at = self.first_seen_at.isoformat()

        last_seen_at = self.last_seen_at.isoformat()

        example_ids = self.example_ids

        message = self.message

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "field": field,
                "kind": kind,
                "count": count,
                "first_seen_at": first_seen_at,
                "last_seen_at": last_seen_at,
                "example_ids": example_ids,
                "message": message,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        id = d.pop("id")

        field = d.pop("field")

        kind = check_finding_kind(d.pop("kind"))

        count = d.pop("count")

        first_seen_at = datetime.datetime.fromisoformat(d.pop("first_seen_at"))

        last_seen_at = datetime.datetime.fromisoformat(d.pop("last_seen_at"))

        example_ids = cast(list[str], d.pop("example_ids"))

        message = d.pop("message")

        finding = cls(
            id=id,
            field=field,
            kind=kind,
            count=count,
            first_seen_at=first_seen_at,
            last_seen_at=last_seen_at,
            example_ids=example_ids,
            message=message,
        )

        finding.additional_properties = d
        return finding

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
