from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.fetched_document_metadata import FetchedDocumentMetadata


T = TypeVar("T", bound="FetchedDocument")


@_attrs_define
class FetchedDocument:
    """
    Attributes:
        id (str): The document's path
        title (str):
        url (str): Address of the document's page, to cite
        text (str): The first 60000 characters (UTF-16); empty for no text
        metadata (FetchedDocumentMetadata):
    """

    id: str
    title: str
    url: str
    text: str
    metadata: FetchedDocumentMetadata
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        title = self.title

        url = self.url

        text = self.text

        metadata = self.metadata.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "title": title,
                "url": url,
                "text": text,
                "metadata": metadata,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.fetched_document_metadata import FetchedDocumentMetadata

        d = dict(src_dict)
        id = d.pop("id")

        title = d.pop("title")

        url = d.pop("url")

        text = d.pop("text")

        metadata = FetchedDocumentMetadata.from_dict(d.pop("metadata"))

        fetched_document = cls(
            id=id,
            title=title,
            url=url,
            text=text,
            metadata=metadata,
        )

        fetched_document.additional_properties = d
        return fetched_document

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
