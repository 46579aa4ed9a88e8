from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.stored_record_attributes import StoredRecordAttributes


T = TypeVar("T", bound="StoredRecord")


@_attrs_define
class StoredRecord:
    """
    Attributes:
        external_id (str): The id in the source system; use it for live lookups there
        rendered (str): One readable line
        attributes (StoredRecordAttributes): The record's fields, limited to exposed_fields
        version (str): Changes with every write of the record; send it in `expect`
        write_date (datetime.datetime | None): Update clock of the source, to the microsecond; null if no write had one
        created_at (datetime.datetime):
        updated_at (datetime.datetime):
    """

    external_id: str
    rendered: str
    attributes: StoredRecordAttributes
    version: str
    write_date: datetime.datetime | None
    created_at: datetime.datetime
    updated_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        external_id = self.external_id

        rendered = self.rendered

        attributes = self.attributes.to_dict()

        version = self.version

        write_date: None | str
        if isinstance(self.write_date, datetime.datetime):
            write_date = self.write_date.isoformat()
        else:
            write_date = self.write_date

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "external_id": external_id,
                "rendered": rendered,
                "attributes": attributes,
                "version": version,
                "write_date": write_date,
                "created_at": created_at,
                "updated_at": updated_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.stored_record_attributes import StoredRecordAttributes

        d = dict(src_dict)
        external_id = d.pop("external_id")

        rendered = d.pop("rendered")

        attributes = StoredRecordAttributes.from_dict(d.pop("attributes"))

        version = d.pop("version")

        def _parse_write_date(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                write_date_type_0 = datetime.datetime.fromisoformat(data)

                return write_date_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        write_date = _parse_write_date(d.pop("write_date"))

        created_at = datetime.datetime.fromisoformat(d.pop("created_at"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updated_at"))

        stored_record = cls(
            external_id=external_id,
            rendered=rendered,
            attributes=attributes,
            version=version,
            write_date=write_date,
            created_at=created_at,
            updated_at=updated_at,
        )

        stored_record.additional_properties = d
        return stored_record

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
