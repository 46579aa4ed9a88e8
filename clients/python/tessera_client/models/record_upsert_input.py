from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define

from ..models.record_upsert_input_mode import RecordUpsertInputMode, check_record_upsert_input_mode
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.record_input import RecordInput
    from ..models.record_upsert_input_expect import RecordUpsertInputExpect


T = TypeVar("T", bound="RecordUpsertInput")


@_attrs_define
class RecordUpsertInput:
    """
    Attributes:
        records (list[RecordInput]): At most 500 records; each is applied separately
        mode (RecordUpsertInputMode | Unset): merge: omitted fields are kept, null removes one Default: 'replace'.
        expect (RecordUpsertInputExpect | Unset): {external_id: version as read}; a record that has changed since then
            fails
        dry_run (bool | Unset): Check, store nothing Default: False.
    """

    records: list[RecordInput]
    mode: RecordUpsertInputMode | Unset = "replace"
    expect: RecordUpsertInputExpect | Unset = UNSET
    dry_run: bool | Unset = False

    def to_dict(self) -> dict[str, Any]:
        records = []
        for records_item_data in self.records:
            records_item = records_item_data.to_dict()
            records.append(records_item)

        mode: str | Unset = UNSET
        if not isinstance(self.mode, Unset):
            mode = self.mode

        expect: dict[str, Any] | Unset = UNSET
        if not isinstance(self.expect, Unset):
            expect = self.expect.to_dict()

        dry_run = self.dry_run

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "records": records,
            }
        )
        if mode is not UNSET:
            field_dict["mode"] = mode
        if expect is not UNSET:
            field_dict["expect"] = expect
        if dry_run is not UNSET:
            field_dict["dry_run"] = dry_run

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.record_input import RecordInput
        from ..models.record_upsert_input_expect import RecordUpsertInputExpect

        d = dict(src_dict)
        records = []
        _records = d.pop("records")
        for records_item_data in _records:
            records_item = RecordInput.from_dict(records_item_data)

            records.append(records_item)

        _mode = d.pop("mode", UNSET)
        mode: RecordUpsertInputMode | Unset
        if isinstance(_mode, Unset):
            mode = UNSET
        else:
            mode = check_record_upsert_input_mode(_mode)

        _expect = d.pop("expect", UNSET)
        expect: RecordUpsertInputExpect | Unset
        if isinstance(_expect, Unset):
            expect = UNSET
        else:
            expect = RecordUpsertInputExpect.from_dict(_expect)

        dry_run = d.pop("dry_run", UNSET)

        record_upsert_input = cls(
            records=records,
            mode=mode,
            expect=expect,
            dry_run=dry_run,
        )

        return record_upsert_input
