from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.collection_access import CollectionAccess, check_collection_access

T = TypeVar("T", bound="Collection")


@_attrs_define
class Collection:
    """
    Attributes:
        id (str):
        name (str):
        description (None | str):
        access (CollectionAccess):
        records (int): Records the caller can see
        pending_embed (int): Records awaiting embedding
        failed_embed (int): Records whose embedding failed
        cut_texts (int): Records of which only the beginning is searched, because their text is very long
        last_ingest_at (datetime.datetime | None): null: no data has ever arrived
    """

    id: str
    name: str
    description: None | str
    access: CollectionAccess
    records: int
    pending_embed: int
    failed_embed: int
    cut_texts: int
    last_ingest_at: datetime.datetime | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        name = self.name

        description: None | str
        description = self.description

        access: str = self.access

        records = self.records

        pending_embed = self.pending_embed

        failed_embed = self.failed_embed

        cut_texts = self.cut_texts

        last_ingest_at: None | str
        if isinstance(self.last_ingest_at, datetime.datetime):
            last_ingest_at = self.last_ingest_at.isoformat()
        else:
            last_ingest_at = self.last_ingest_at

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "name": name,
                "description": description,
                "access": access,
                "records": records,
                "pending_embed": pending_embed,
                "failed_embed": failed_embed,
                "cut_texts": cut_texts,
                "last_ingest_at": last_ingest_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        def _parse_description(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        description = _parse_description(d.pop("description"))

        access = check_collection_access(d.pop("access"))

        records = d.pop("records")

        pending_embed = d.pop("pending_embed")

        failed_embed = d.pop("failed_embed")

        cut_texts = d.pop("cut_texts")

        def _parse_last_ingest_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                last_ingest_at_type_0 = datetime.datetime.fromisoformat(data)

                return last_ingest_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        last_ingest_at = _parse_last_ingest_at(d.pop("last_ingest_at"))

        collection = cls(
            id=id,
            name=name,
            description=description,
            access=access,
            records=records,
            pending_embed=pending_embed,
            failed_embed=failed_embed,
            cut_texts=cut_texts,
            last_ingest_at=last_ingest_at,
        )

        collection.additional_properties = d
        return collection

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
