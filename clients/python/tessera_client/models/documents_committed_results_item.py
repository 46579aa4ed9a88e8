from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.documents_committed_results_item_status import (
    DocumentsCommittedResultsItemStatus,
    check_documents_committed_results_item_status,
)

if TYPE_CHECKING:
    from ..models.document_entry import DocumentEntry


T = TypeVar("T", bound="DocumentsCommittedResultsItem")


@_attrs_define
class DocumentsCommittedResultsItem:
    """
    Attributes:
        path (str):
        status (DocumentsCommittedResultsItemStatus):
        version (str):
        document (DocumentEntry | None): null: deleted
    """

    path: str
    status: DocumentsCommittedResultsItemStatus
    version: str
    document: DocumentEntry | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.document_entry import DocumentEntry

        path = self.path

        status: str = self.status

        version = self.version

        document: dict[str, Any] | None
        if isinstance(self.document, DocumentEntry):
            document = self.document.to_dict()
        else:
            document = self.document

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "path": path,
                "status": status,
                "version": version,
                "document": document,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.document_entry import DocumentEntry

        d = dict(src_dict)
        path = d.pop("path")

        status = check_documents_committed_results_item_status(d.pop("status"))

        version = d.pop("version")

        def _parse_document(data: object) -> DocumentEntry | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                document_type_0 = DocumentEntry.from_dict(data)

                return document_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(DocumentEntry | None, data)

        document = _parse_document(d.pop("document"))

        documents_committed_results_item = cls(
            path=path,
            status=status,
            version=version,
            document=document,
        )

        documents_committed_results_item.additional_properties = d
        return documents_committed_results_item

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
