from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.workspace_reference import WorkspaceReference


T = TypeVar("T", bound="DocumentDeleted")


@_attrs_define
class DocumentDeleted:
    """
    Attributes:
        path (str):
        version (str):
        status (Literal['deleted']):
        workspace (WorkspaceReference): The workspace in which a write landed.
    """

    path: str
    version: str
    status: Literal["deleted"]
    workspace: WorkspaceReference
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        path = self.path

        version = self.version

        status = self.status

        workspace = self.workspace.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "path": path,
                "version": version,
                "status": status,
                "workspace": workspace,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.workspace_reference import WorkspaceReference

        d = dict(src_dict)
        path = d.pop("path")

        version = d.pop("version")

        status = cast(Literal["deleted"], d.pop("status"))
        if status != "deleted":
            raise ValueError(f"status must match const 'deleted', got '{status}'")

        workspace = WorkspaceReference.from_dict(d.pop("workspace"))

        document_deleted = cls(
            path=path,
            version=version,
            status=status,
            workspace=workspace,
        )

        document_deleted.additional_properties = d
        return document_deleted

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
