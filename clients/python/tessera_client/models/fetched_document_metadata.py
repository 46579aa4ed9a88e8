from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="FetchedDocumentMetadata")


@_attrs_define
class FetchedDocumentMetadata:
    """
    Attributes:
        media_type (str):
        updated_at (datetime.datetime):
        updated_by (str):
        next_offset (int | Unset): Offset for read_document; absent: the text is complete
    """

    media_type: str
    updated_at: datetime.datetime
    updated_by: str
    next_offset: int | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        media_type = self.media_type

        updated_at = self.updated_at.isoformat()

        updated_by = self.updated_by

        next_offset = self.next_offset

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "media_type": media_type,
                "updated_at": updated_at,
                "updated_by": updated_by,
            }
        )
        if next_offset is not UNSET:
            field_dict["next_offset"] = next_offset

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        media_type = d.pop("media_type")

        updated_at = datetime.datetime.fromisoformat(d.pop("updated_at"))

        updated_by = d.pop("updated_by")

        next_offset = d.pop("next_offset", UNSET)

        fetched_document_metadata = cls(
            media_type=media_type,
            updated_at=updated_at,
            updated_by=updated_by,
            next_offset=next_offset,
        )

        fetched_document_metadata.additional_properties = d
        return fetched_document_metadata

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
