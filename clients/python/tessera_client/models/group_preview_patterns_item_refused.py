from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.group_preview_patterns_item_refused_code import (
    GroupPreviewPatternsItemRefusedCode,
    check_group_preview_patterns_item_refused_code,
)

T = TypeVar("T", bound="GroupPreviewPatternsItemRefused")


@_attrs_define
class GroupPreviewPatternsItemRefused:
    """
    Attributes:
        code (GroupPreviewPatternsItemRefusedCode):
        message (str):
    """

    code: GroupPreviewPatternsItemRefusedCode
    message: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        code: str = self.code

        message = self.message

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "code": code,
                "message": message,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        code = check_group_preview_patterns_item_refused_code(d.pop("code"))

        message = d.pop("message")

        group_preview_patterns_item_refused = cls(
            code=code,
            message=message,
        )

        group_preview_patterns_item_refused.additional_properties = d
        return group_preview_patterns_item_refused

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
