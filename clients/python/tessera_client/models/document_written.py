from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.document_written_status import DocumentWrittenStatus, check_document_written_status

if TYPE_CHECKING:
    from ..models.document_entry import DocumentEntry
    from ..models.workspace_reference import WorkspaceReference


T = TypeVar("T", bound="DocumentWritten")


@_attrs_define
class DocumentWritten:
    """
    Attributes:
        document (DocumentEntry):
        version (str):
        status (DocumentWrittenStatus):
        workspace (WorkspaceReference): The workspace in which a write landed.
    """

    document: DocumentEntry
    version: str
    status: DocumentWrittenStatus
    workspace: WorkspaceReference
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        document = self.document.to_dict()

        version = self.version

        status: str = self.status

        workspace = self.workspace.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "document": document,
                "version": version,
                "status": status,
                "workspace": workspace,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.document_entry import DocumentEntry
        from ..models.workspace_reference import WorkspaceReference

        d = dict(src_dict)
        document = DocumentEntry.from_dict(d.pop("document"))

        version = d.pop("version")

        status = check_document_written_status(d.pop("status"))

        workspace = WorkspaceReference.from_dict(d.pop("workspace"))

        document_written = cls(
            document=document,
            version=version,
            status=status,
            workspace=workspace,
        )

        document_written.additional_properties = d
        return document_written

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
