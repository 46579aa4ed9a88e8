from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.field_role import FieldRole, check_field_role
from ..models.field_type import FieldType, check_field_type
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.described_field_values_item import DescribedFieldValuesItem


T = TypeVar("T", bound="DescribedField")


@_attrs_define
class DescribedField:
    """
    Attributes:
        name (str):
        type_ (FieldType | None): Declared type, or null
        roles (list[FieldRole]):
        required (bool):
        example (Any | Unset): A value of the field; absent if none was observed
        values (list[DescribedFieldValuesItem] | Unset): For an enum: the 50 most frequent values, with their number of
            records
    """

    name: str
    type_: FieldType | None
    roles: list[FieldRole]
    required: bool
    example: Any | Unset = UNSET
    values: list[DescribedFieldValuesItem] | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        type_: None | str
        if isinstance(self.type_, str):
            type_ = self.type_
        else:
            type_ = self.type_

        roles = []
        for roles_item_data in self.roles:
            roles_item: str = roles_item_data
            roles.append(roles_item)

        required = self.required

        example = self.example

        values: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.values, Unset):
            values = []
            for values_item_data in self.values:
                values_item = values_item_data.to_dict()
                values.append(values_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "name": name,
                "type": type_,
                "roles": roles,
                "required": required,
            }
        )
        if example is not UNSET:
            field_dict["example"] = example
        if values is not UNSET:
            field_dict["values"] = values

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.described_field_values_item import DescribedFieldValuesItem

        d = dict(src_dict)
        name = d.pop("name")

        def _parse_type_(data: object) -> FieldType | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                type_type_0 = check_field_type(data)

                return type_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(FieldType | None, data)

        type_ = _parse_type_(d.pop("type"))

        roles = []
        _roles = d.pop("roles")
        for roles_item_data in _roles:
            roles_item = check_field_role(roles_item_data)

            roles.append(roles_item)

        required = d.pop("required")

        example = d.pop("example", UNSET)

        _values = d.pop("values", UNSET)
        values: list[DescribedFieldValuesItem] | Unset = UNSET
        if _values is not UNSET:
            values = []
            for values_item_data in _values:
                values_item = DescribedFieldValuesItem.from_dict(values_item_data)

                values.append(values_item)

        described_field = cls(
            name=name,
            type_=type_,
            roles=roles,
            required=required,
            example=example,
            values=values,
        )

        described_field.additional_properties = d
        return described_field

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
