from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.access_level import AccessLevel, check_access_level
from ..models.person_written_status import PersonWrittenStatus, check_person_written_status
from ..models.role import Role, check_role

if TYPE_CHECKING:
    from ..models.workspace_reference import WorkspaceReference


T = TypeVar("T", bound="PersonWritten")


@_attrs_define
class PersonWritten:
    """
    Attributes:
        id (str):
        email (str):
        name (str):
        role (Role):
        status (PersonWrittenStatus):
        pending (bool): true until the first completed sign-in
        groups (list[str] | None): null: not confined to groups
        access (AccessLevel):
        workspace (WorkspaceReference): The workspace in which a write landed.
    """

    id: str
    email: str
    name: str
    role: Role
    status: PersonWrittenStatus
    pending: bool
    groups: list[str] | None
    access: AccessLevel
    workspace: WorkspaceReference
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        email = self.email

        name = self.name

        role: str = self.role

        status: str = self.status

        pending = self.pending

        groups: list[str] | None
        if isinstance(self.groups, list):
            groups = self.groups

        else:
            groups = self.groups

        access: str = self.access

        workspace = self.workspace.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "email": email,
                "name": name,
                "role": role,
                "status": status,
                "pending": pending,
                "groups": groups,
                "access": access,
                "workspace": workspace,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.workspace_reference import WorkspaceReference

        d = dict(src_dict)
        id = d.pop("id")

        email = d.pop("email")

        name = d.pop("name")

        role = check_role(d.pop("role"))

        status = check_person_written_status(d.pop("status"))

        pending = d.pop("pending")

        def _parse_groups(data: object) -> list[str] | None:
            if data is None:
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                groups_type_0 = cast(list[str], data)

                return groups_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None, data)

        groups = _parse_groups(d.pop("groups"))

        access = check_access_level(d.pop("access"))

        workspace = WorkspaceReference.from_dict(d.pop("workspace"))

        person_written = cls(
            id=id,
            email=email,
            name=name,
            role=role,
            status=status,
            pending=pending,
            groups=groups,
            access=access,
            workspace=workspace,
        )

        person_written.additional_properties = d
        return person_written

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
