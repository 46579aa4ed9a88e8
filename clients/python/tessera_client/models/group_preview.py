from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.group_preview_documents_item import GroupPreviewDocumentsItem
    from ..models.group_preview_patterns_item import GroupPreviewPatternsItem


T = TypeVar("T", bound="GroupPreview")


@_attrs_define
class GroupPreview:
    """
    Attributes:
        patterns (list[GroupPreviewPatternsItem]):
        count (int): Documents that at least one pattern matches
        documents (list[GroupPreviewDocumentsItem]): The first 100 by path, each with the patterns that match it
        gained (list[str]): Documents that the replaced group does not match; the first 100
        lost (list[str]): Documents that only the replaced group matches; the first 100
    """

    patterns: list[GroupPreviewPatternsItem]
    count: int
    documents: list[GroupPreviewDocumentsItem]
    gained: list[str]
    lost: list[str]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        patterns = []
        for patterns_item_data in self.patterns:
            patterns_item = patterns_item_data.to_dict()
            patterns.append(patterns_item)

        count = self.count

        documents = []
        for documents_item_data in self.documents:
            documents_item = documents_item_data.to_dict()
            documents.append(documents_item)

        gained = self.gained

        lost = self.lost

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "patterns": patterns,
                "count": count,
                "documents": documents,
                "gained": gained,
                "lost": lost,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.group_preview_documents_item import GroupPreviewDocumentsItem
        from ..models.group_preview_patterns_item import GroupPreviewPatternsItem

        d = dict(src_dict)
        patterns = []
        _patterns = d.pop("patterns")
        for patterns_item_data in _patterns:
            patterns_item = GroupPreviewPatternsItem.from_dict(patterns_item_data)

            patterns.append(patterns_item)

        count = d.pop("count")

        documents = []
        _documents = d.pop("documents")
        for documents_item_data in _documents:
            documents_item = GroupPreviewDocumentsItem.from_dict(documents_item_data)

            documents.append(documents_item)

        gained = cast(list[str], d.pop("gained"))

        lost = cast(list[str], d.pop("lost"))

        group_preview = cls(
            patterns=patterns,
            count=count,
            documents=documents,
            gained=gained,
            lost=lost,
        )

        group_preview.additional_properties = d
        return group_preview

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
