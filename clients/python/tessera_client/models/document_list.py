from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.document_entry import DocumentEntry
    from ..models.document_folder import DocumentFolder


T = TypeVar("T", bound="DocumentList")


@_attrs_define
class DocumentList:
    """
    Attributes:
        documents (list[DocumentEntry]):
        folders (list[DocumentFolder]):
        count (int):
        next_cursor (None | str):
    """

    documents: list[DocumentEntry]
    folders: list[DocumentFolder]
    count: int
    next_cursor: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        documents = []
        for documents_item_data in self.documents:
            documents_item = documents_item_data.to_dict()
            documents.append(documents_item)

        folders = []
        for folders_item_data in self.folders:
            folders_item = folders_item_data.to_dict()
            folders.append(folders_item)

        count = self.count

        next_cursor: None | str
        next_cursor = self.next_cursor

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "documents": documents,
                "folders": folders,
                "count": count,
                "next_cursor": next_cursor,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.document_entry import DocumentEntry
        from ..models.document_folder import DocumentFolder

        d = dict(src_dict)
        documents = []
        _documents = d.pop("documents")
        for documents_item_data in _documents:
            documents_item = DocumentEntry.from_dict(documents_item_data)

            documents.append(documents_item)

        folders = []
        _folders = d.pop("folders")
        for folders_item_data in _folders:
            folders_item = DocumentFolder.from_dict(folders_item_data)

            folders.append(folders_item)

        count = d.pop("count")

        def _parse_next_cursor(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        next_cursor = _parse_next_cursor(d.pop("next_cursor"))

        document_list = cls(
            documents=documents,
            folders=folders,
            count=count,
            next_cursor=next_cursor,
        )

        document_list.additional_properties = d
        return document_list

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
