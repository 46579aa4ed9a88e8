from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.members_synced_changes_item_result import (
    MembersSyncedChangesItemResult,
    check_members_synced_changes_item_result,
)

T = TypeVar("T", bound="MembersSyncedChangesItem")


@_attrs_define
class MembersSyncedChangesItem:
    """
    Attributes:
        email (str):
        result (MembersSyncedChangesItemResult):
    """

    email: str
    result: MembersSyncedChangesItemResult
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        email = self.email

        result: str = self.result

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "email": email,
                "result": result,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        email = d.pop("email")

        result = check_members_synced_changes_item_result(d.pop("result"))

        members_synced_changes_item = cls(
            email=email,
            result=result,
        )

        members_synced_changes_item.additional_properties = d
        return members_synced_changes_item

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
