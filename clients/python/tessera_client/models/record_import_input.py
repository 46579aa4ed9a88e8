from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.record_input import RecordInput


T = TypeVar("T", bound="RecordImportInput")


@_attrs_define
class RecordImportInput:
    """
    Attributes:
        records (list[RecordInput]): At most 500 records; each is applied separately
    """

    records: list[RecordInput]

    def to_dict(self) -> dict[str, Any]:
        records = []
        for records_item_data in self.records:
            records_item = records_item_data.to_dict()
            records.append(records_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "records": records,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.record_input import RecordInput

        d = dict(src_dict)
        records = []
        _records = d.pop("records")
        for records_item_data in _records:
            records_item = RecordInput.from_dict(records_item_data)

            records.append(records_item)

        record_import_input = cls(
            records=records,
        )

        return record_import_input
