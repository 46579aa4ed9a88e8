from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.workspace_reference import WorkspaceReference


T = TypeVar("T", bound="RepoWritten")


@_attrs_define
class RepoWritten:
    """
    Attributes:
        id (str):
        name (str):
        description (None | str):
        documents (int): Number of documents that the caller can read
        can_write (bool): Whether the caller can write anything in it
        can_clone (bool): Whether the caller can read all of it
        clone_url (None | str): For git clone; null for callers who cannot read all of it
        workspace (WorkspaceReference): The workspace in which a write landed.
    """

    id: str
    name: str
    description: None | str
    documents: int
    can_write: bool
    can_clone: bool
    clone_url: None | str
    workspace: WorkspaceReference
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        name = self.name

        description: None | str
        description = self.description

        documents = self.documents

        can_write = self.can_write

        can_clone = self.can_clone

        clone_url: None | str
        clone_url = self.clone_url

        workspace = self.workspace.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "name": name,
                "description": description,
                "documents": documents,
                "can_write": can_write,
                "can_clone": can_clone,
                "clone_url": clone_url,
                "workspace": workspace,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.workspace_reference import WorkspaceReference

        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        def _parse_description(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        description = _parse_description(d.pop("description"))

        documents = d.pop("documents")

        can_write = d.pop("can_write")

        can_clone = d.pop("can_clone")

        def _parse_clone_url(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        clone_url = _parse_clone_url(d.pop("clone_url"))

        workspace = WorkspaceReference.from_dict(d.pop("workspace"))

        repo_written = cls(
            id=id,
            name=name,
            description=description,
            documents=documents,
            can_write=can_write,
            can_clone=can_clone,
            clone_url=clone_url,
            workspace=workspace,
        )

        repo_written.additional_properties = d
        return repo_written

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
