from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.access_level import AccessLevel, check_access_level

T = TypeVar("T", bound="PathHoldersHoldersItemMatchesItem")


@_attrs_define
class PathHoldersHoldersItemMatchesItem:
    """
    Attributes:
        group_id (str):
        name (str):
        access (AccessLevel):
        pattern (str):
    """

    group_id: str
    name: str
    access: AccessLevel
    pattern: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        group_id = self.group_id

        name = self.name

        access: str = self.access

        pattern = self.pattern

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "group_id": group_id,
                "name": name,
                "access": access,
                "pattern": pattern,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        group_id = d.pop("group_id")

        name = d.pop("name")

        access = check_access_level(d.pop("access"))

        pattern = d.pop("pattern")

        path_holders_holders_item_matches_item = cls(
            group_id=group_id,
            name=name,
            access=access,
            pattern=pattern,
        )

        path_holders_holders_item_matches_item.additional_properties = d
        return path_holders_holders_item_matches_item

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
