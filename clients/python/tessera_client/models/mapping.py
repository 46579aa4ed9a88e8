from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.mapping_fields import MappingFields
    from ..models.mapping_signature import MappingSignature


T = TypeVar("T", bound="Mapping")


@_attrs_define
class Mapping:
    """
    Attributes:
        id (str): Path of the record's id
        records (str | Unset): Path of the list of records; absent: the body is one record
        write_date (str | Unset): Path of its update clock
        fields (MappingFields | Unset): The fields to store, each with its path; absent: all fields
        signature (MappingSignature | Unset):
    """

    id: str
    records: str | Unset = UNSET
    write_date: str | Unset = UNSET
    fields: MappingFields | Unset = UNSET
    signature: MappingSignature | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

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
        field_dict.update(self.additional_properties)
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
        from ..models.mapping_fields import MappingFields
        from ..models.mapping_signature import MappingSignature

        d = dict(src_dict)
        id = d.pop("id")

        records = d.pop("records", UNSET)

        write_date = d.pop("write_date", UNSET)

        _fields = d.pop("fields", UNSET)
        fields: MappingFields | Unset
        if isinstance(_fields, Unset):
            fields = UNSET
        else:
            fields = MappingFields.from_dict(_fields)

        _signature = d.pop("signature", UNSET)
        signature: MappingSignature | Unset
        if isinstance(_signature, Unset):
            signature = UNSET
        else:
            signature = MappingSignature.from_dict(_signature)

        mapping = cls(
            id=id,
            records=records,
            write_date=write_date,
            fields=fields,
            signature=signature,
        )

        mapping.additional_properties = d
        return mapping

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
