from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="DiffHunk")


@_attrs_define
class DiffHunk:
    """
    Attributes:
        old_start (int):
        old_lines (int):
        new_start (int):
        new_lines (int):
        lines (list[str]): Each begins with a space, - or +; a line that begins with \\ is a remark
    """

    old_start: int
    old_lines: int
    new_start: int
    new_lines: int
    lines: list[str]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        old_start = self.old_start

        old_lines = self.old_lines

        new_start = self.new_start

        new_lines = self.new_lines

        lines = self.lines

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "old_start": old_start,
                "old_lines": old_lines,
                "new_start": new_start,
                "new_lines": new_lines,
                "lines": lines,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        old_start = d.pop("old_start")

        old_lines = d.pop("old_lines")

        new_start = d.pop("new_start")

        new_lines = d.pop("new_lines")

        lines = cast(list[str], d.pop("lines"))

        diff_hunk = cls(
            old_start=old_start,
            old_lines=old_lines,
            new_start=new_start,
            new_lines=new_lines,
            lines=lines,
        )

        diff_hunk.additional_properties = d
        return diff_hunk

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
