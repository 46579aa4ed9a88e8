from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.diff_hunk import DiffHunk


T = TypeVar("T", bound="DocumentDiff")


@_attrs_define
class DocumentDiff:
    """
    Attributes:
        hunks (list[DiffHunk]):
        binary (bool): true if a version is not text; then nothing is compared
        truncated (bool): true if the comparison took too long; then all old lines precede all new ones
    """

    hunks: list[DiffHunk]
    binary: bool
    truncated: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        hunks = []
        for hunks_item_data in self.hunks:
            hunks_item = hunks_item_data.to_dict()
            hunks.append(hunks_item)

        binary = self.binary

        truncated = self.truncated

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "hunks": hunks,
                "binary": binary,
                "truncated": truncated,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.diff_hunk import DiffHunk

        d = dict(src_dict)
        hunks = []
        _hunks = d.pop("hunks")
        for hunks_item_data in _hunks:
            hunks_item = DiffHunk.from_dict(hunks_item_data)

            hunks.append(hunks_item)

        binary = d.pop("binary")

        truncated = d.pop("truncated")

        document_diff = cls(
            hunks=hunks,
            binary=binary,
            truncated=truncated,
        )

        document_diff.additional_properties = d
        return document_diff

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
