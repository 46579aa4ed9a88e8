from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.field_types_input_additional_property import (
    FieldTypesInputAdditionalProperty,
    check_field_types_input_additional_property,
)

T = TypeVar("T", bound="FieldTypesInput")


@_attrs_define
class FieldTypesInput:
    additional_properties: dict[str, FieldTypesInputAdditionalProperty] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:

        field_dict: dict[str, Any] = {}
        for prop_name, prop in self.additional_properties.items():
            field_dict[prop_name] = prop

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        field_types_input = cls()

        additional_properties = {}
        for prop_name, prop_dict in d.items():
            additional_property = check_field_types_input_additional_property(prop_dict)

            additional_properties[prop_name] = additional_property

        field_types_input.additional_properties = additional_properties
        return field_types_input

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> FieldTypesInputAdditionalProperty:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: FieldTypesInputAdditionalProperty) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
