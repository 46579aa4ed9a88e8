from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="DeletedDocument")


@_attrs_define
class DeletedDocument:
    """
    Attributes:
        path (str):
        version (str):
        deleted_at (datetime.datetime):
        deleted_by (str):
    """

    path: str
    version: str
    deleted_at: datetime.datetime
    deleted_by: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        path = self.path

        version = self.version

        deleted_at = self.deleted_at.isoformat()

        deleted_by = self.deleted_by

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "path": path,
                "version": version,
                "deleted_at": deleted_at,
                "deleted_by": deleted_by,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        path = d.pop("path")

        version = d.pop("version")

        deleted_at = datetime.datetime.fromisoformat(d.pop("deleted_at"))

        deleted_by = d.pop("deleted_by")

        deleted_document = cls(
            path=path,
            version=version,
            deleted_at=deleted_at,
            deleted_by=deleted_by,
        )

        deleted_document.additional_properties = d
        return deleted_document

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
