from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.record_change_status import RecordChangeStatus, check_record_change_status
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.stored_record import StoredRecord


T = TypeVar("T", bound="RecordChange")


@_attrs_define
class RecordChange:
    """
    Attributes:
        external_id (str):
        status (RecordChangeStatus): also tombstoned if the record has left the slice of the caller
        changed_at (datetime.datetime):
        record (StoredRecord | Unset):
    """

    external_id: str
    status: RecordChangeStatus
    changed_at: datetime.datetime
    record: StoredRecord | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        external_id = self.external_id

        status: str = self.status

        changed_at = self.changed_at.isoformat()

        record: dict[str, Any] | Unset = UNSET
        if not isinstance(self.record, Unset):
            record = self.record.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "external_id": external_id,
                "status": status,
                "changed_at": changed_at,
            }
        )
        if record is not UNSET:
            field_dict["record"] = record

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.stored_record import StoredRecord

        d = dict(src_dict)
        external_id = d.pop("external_id")

        status = check_record_change_status(d.pop("status"))

        changed_at = datetime.datetime.fromisoformat(d.pop("changed_at"))

        _record = d.pop("record", UNSET)
        record: StoredRecord | Unset
        if isinstance(_record, Unset):
            record = UNSET
        else:
            record = StoredRecord.from_dict(_record)

        record_change = cls(
            external_id=external_id,
            status=status,
            changed_at=changed_at,
            record=record,
        )

        record_change.additional_properties = d
        return record_change

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
