from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.mapping_update_input_fields import MappingUpdateInputFields
    from ..models.mapping_update_input_signature import MappingUpdateInputSignature


T = TypeVar("T", bound="MappingUpdateInput")


@_attrs_define
class MappingUpdateInput:
    """
    Attributes:
        id (str): Path of the record's id
        records (str | Unset): Path of the list of records; absent: the body is one record
        write_date (str | Unset): Path of its update clock
        fields (MappingUpdateInputFields | Unset): The fields to store, each with its path; absent: all fields
        signature (MappingUpdateInputSignature | Unset):
    """

    id: str
    records: str | Unset = UNSET
    write_date: str | Unset = UNSET
    fields: MappingUpdateInputFields | Unset = UNSET
    signature: MappingUpdateInputSignature | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        records = self.records

        write_date = self.write_date

        fields: dict[str, Any] | Unset = UNSET
        if not isinstance(self.fields, Unset):
            fields = self.fields.to_dict()

        signature: dict[str, Any] | Unset = UNSET
        if not isinstance(self.signature, Unset):
            signature = self.signature.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
            }
        )
        if records is not UNSET:
            field_dict["records"] = records
        if write_date is not UNSET:
            field_dict["write_date"] = write_date
        if fields is not UNSET:
            field_dict["fields"] = fields
        if signature is not UNSET:
            field_dict["signature"] = signature

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.mapping_update_input_fields import MappingUpdateInputFields
        from ..models.mapping_update_input_signature import MappingUpdateInputSignature

        d = dict(src_dict)
        id = d.pop("id")

        records = d.pop("records", UNSET)

        write_date = d.pop("write_date", UNSET)

        _fields = d.pop("fields", UNSET)
        fields: MappingUpdateInputFields | Unset
        if isinstance(_fields, Unset):
            fields = UNSET
        else:
            fields = MappingUpdateInputFields.from_dict(_fields)

        _signature = d.pop("signature", UNSET)
        signature: MappingUpdateInputSignature | Unset
        if isinstance(_signature, Unset):
            signature = UNSET
        else:
            signature = MappingUpdateInputSignature.from_dict(_signature)

        mapping_update_input = cls(
            id=id,
            records=records,
            write_date=write_date,
            fields=fields,
            signature=signature,
        )

        return mapping_update_input
