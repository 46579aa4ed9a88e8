from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.access_entry import AccessEntry
    from ..models.workspace_reference import WorkspaceReference


T = TypeVar("T", bound="PersonAccessReplaced")


@_attrs_define
class PersonAccessReplaced:
    """
    Attributes:
        id (str):
        email (str):
        access (list[AccessEntry]):
        workspace (WorkspaceReference): The workspace in which a write landed.
    """

    id: str
    email: str
    access: list[AccessEntry]
    workspace: WorkspaceReference
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        email = self.email

        access = []
        for access_item_data in self.access:
            access_item = access_item_data.to_dict()
            access.append(access_item)

        workspace = self.workspace.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "email": email,
                "access": access,
                "workspace": workspace,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.access_entry import AccessEntry
        from ..models.workspace_reference import WorkspaceReference

        d = dict(src_dict)
        id = d.pop("id")

        email = d.pop("email")

        access = []
        _access = d.pop("access")
        for access_item_data in _access:
            access_item = AccessEntry.from_dict(access_item_data)

            access.append(access_item)

        workspace = WorkspaceReference.from_dict(d.pop("workspace"))

        person_access_replaced = cls(
            id=id,
            email=email,
            access=access,
            workspace=workspace,
        )

        person_access_replaced.additional_properties = d
        return person_access_replaced

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
