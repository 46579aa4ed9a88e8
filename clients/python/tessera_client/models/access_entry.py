from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.access_level import AccessLevel, check_access_level

T = TypeVar("T", bound="AccessEntry")


@_attrs_define
class AccessEntry:
    """
    Attributes:
        group_id (str):
        name (str):
        paths (list[str]):
        access (AccessLevel):
    """

    group_id: str
    name: str
    paths: list[str]
    access: AccessLevel
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        group_id = self.group_id

        name = self.name

        paths = self.paths

        access: str = self.access

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "group_id": group_id,
                "name": name,
                "paths": paths,
                "access": access,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        group_id = d.pop("group_id")

        name = d.pop("name")

        paths = cast(list[str], d.pop("paths"))

        access = check_access_level(d.pop("access"))

        access_entry = cls(
            group_id=group_id,
            name=name,
            paths=paths,
            access=access,
        )

        access_entry.additional_properties = d
        return access_entry

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
