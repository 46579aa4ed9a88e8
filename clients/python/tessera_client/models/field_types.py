from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.field_types_additional_property import FieldTypesAdditionalProperty, check_field_types_additional_property

T = TypeVar("T", bound="FieldTypes")


@_attrs_define
class FieldTypes:
    additional_properties: dict[str, FieldTypesAdditionalProperty] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:

        field_dict: dict[str, Any] = {}
        for prop_name, prop in self.additional_properties.items():
            field_dict[prop_name] = prop

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        field_types = cls()

        additional_properties = {}
        for prop_name, prop_dict in d.items():
            additional_property = check_field_types_additional_property(prop_dict)

            additional_properties[prop_name] = additional_property

        field_types.additional_properties = additional_properties
        return field_types

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> FieldTypesAdditionalProperty:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: FieldTypesAdditionalProperty) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
