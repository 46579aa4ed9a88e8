from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.group_preview_patterns_item_refused import GroupPreviewPatternsItemRefused


T = TypeVar("T", bound="GroupPreviewPatternsItem")


@_attrs_define
class GroupPreviewPatternsItem:
    """
    Attributes:
        pattern (str):
        documents (int): Documents that it matches
        refused (GroupPreviewPatternsItemRefused | Unset):
    """

    pattern: str
    documents: int
    refused: GroupPreviewPatternsItemRefused | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        pattern = self.pattern

        documents = self.documents

        refused: dict[str, Any] | Unset = UNSET
        if not isinstance(self.refused, Unset):
            refused = self.refused.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "pattern": pattern,
                "documents": documents,
            }
        )
        if refused is not UNSET:
            field_dict["refused"] = refused

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.group_preview_patterns_item_refused import GroupPreviewPatternsItemRefused

        d = dict(src_dict)
        pattern = d.pop("pattern")

        documents = d.pop("documents")

        _refused = d.pop("refused", UNSET)
        refused: GroupPreviewPatternsItemRefused | Unset
        if isinstance(_refused, Unset):
            refused = UNSET
        else:
            refused = GroupPreviewPatternsItemRefused.from_dict(_refused)

        group_preview_patterns_item = cls(
            pattern=pattern,
            documents=documents,
            refused=refused,
        )

        group_preview_patterns_item.additional_properties = d
        return group_preview_patterns_item

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
