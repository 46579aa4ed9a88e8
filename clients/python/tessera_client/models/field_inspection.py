from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.collection_configuration import CollectionConfiguration
    from ..models.inspected_field import InspectedField


T = TypeVar("T", bound="FieldInspection")


@_attrs_define
class FieldInspection:
    """
    Attributes:
        sampled_records (int):
        fields (list[InspectedField]):
        configured (CollectionConfiguration):
        unknown_fields (list[str]): Configured fields that no sampled record has; a larger sample is more reliable
    """

    sampled_records: int
    fields: list[InspectedField]
    configured: CollectionConfiguration
    unknown_fields: list[str]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        sampled_records = self.sampled_records

        fields = []
        for fields_item_data in self.fields:
            fields_item = fields_item_data.to_dict()
            fields.append(fields_item)

        configured = self.configured.to_dict()

        unknown_fields = self.unknown_fields

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "sampled_records": sampled_records,
                "fields": fields,
                "configured": configured,
                "unknown_fields": unknown_fields,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.collection_configuration import CollectionConfiguration
        from ..models.inspected_field import InspectedField

        d = dict(src_dict)
        sampled_records = d.pop("sampled_records")

        fields = []
        _fields = d.pop("fields")
        for fields_item_data in _fields:
            fields_item = InspectedField.from_dict(fields_item_data)

            fields.append(fields_item)

        configured = CollectionConfiguration.from_dict(d.pop("configured"))

        unknown_fields = cast(list[str], d.pop("unknown_fields"))

        field_inspection = cls(
            sampled_records=sampled_records,
            fields=fields,
            configured=configured,
            unknown_fields=unknown_fields,
        )

        field_inspection.additional_properties = d
        return field_inspection

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
