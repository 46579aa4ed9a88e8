from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.access_level import AccessLevel, check_access_level
from ..models.capability import Capability, check_capability
from ..models.me_kind import MeKind, check_me_kind
from ..models.role import Role, check_role
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.workspace_reference import WorkspaceReference


T = TypeVar("T", bound="Me")


@_attrs_define
class Me:
    """
    Attributes:
        kind (MeKind):
        id (str):
        name (str):
        email (str | Unset):
        workspace (WorkspaceReference | Unset): The workspace in which a write landed.
        role (Role | Unset):
        access (AccessLevel | Unset):
        groups (list[str] | Unset): Absent: not confined to groups
        can_write (bool | Unset):
        capabilities (list[Capability] | Unset): Of an API key
    """

    kind: MeKind
    id: str
    name: str
    email: str | Unset = UNSET
    workspace: WorkspaceReference | Unset = UNSET
    role: Role | Unset = UNSET
    access: AccessLevel | Unset = UNSET
    groups: list[str] | Unset = UNSET
    can_write: bool | Unset = UNSET
    capabilities: list[Capability] | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        kind: str = self.kind

        id = self.id

        name = self.name

        email = self.email

        workspace: dict[str, Any] | Unset = UNSET
        if not isinstance(self.workspace, Unset):
            workspace = self.workspace.to_dict()

        role: str | Unset = UNSET
        if not isinstance(self.role, Unset):
            role = self.role

        access: str | Unset = UNSET
        if not isinstance(self.access, Unset):
            access = self.access

        groups: list[str] | Unset = UNSET
        if not isinstance(self.groups, Unset):
            groups = self.groups

        can_write = self.can_write

        capabilities: list[str] | Unset = UNSET
        if not isinstance(self.capabilities, Unset):
            capabilities = []
            for capabilities_item_data in self.capabilities:
                capabilities_item: str = capabilities_item_data
                capabilities.append(capabilities_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "kind": kind,
                "id": id,
                "name": name,
            }
        )
        if email is not UNSET:
            field_dict["email"] = email
        if workspace is not UNSET:
            field_dict["workspace"] = workspace
        if role is not UNSET:
            field_dict["role"] = role
        if access is not UNSET:
            field_dict["access"] = access
        if groups is not UNSET:
            field_dict["groups"] = groups
        if can_write is not UNSET:
            field_dict["can_write"] = can_write
        if capabilities is not UNSET:
            field_dict["capabilities"] = capabilities

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.workspace_reference import WorkspaceReference

        d = dict(src_dict)
        kind = check_me_kind(d.pop("kind"))

        id = d.pop("id")

        name = d.pop("name")

        email = d.pop("email", UNSET)

        _workspace = d.pop("workspace", UNSET)
        workspace: WorkspaceReference | Unset
        if isinstance(_workspace, Unset):
            workspace = UNSET
        else:
            workspace = WorkspaceReference.from_dict(_workspace)

        _role = d.pop("role", UNSET)
        role: Role | Unset
        if isinstance(_role, Unset):
            role = UNSET
        else:
            role = check_role(_role)

        _access = d.pop("access", UNSET)
        access: AccessLevel | Unset
        if isinstance(_access, Unset):
            access = UNSET
        else:
            access = check_access_level(_access)

        groups = cast(list[str], d.pop("groups", UNSET))

        can_write = d.pop("can_write", UNSET)

        _capabilities = d.pop("capabilities", UNSET)
        capabilities: list[Capability] | Unset = UNSET
        if _capabilities is not UNSET:
            capabilities = []
            for capabilities_item_data in _capabilities:
                capabilities_item = check_capability(capabilities_item_data)

                capabilities.append(capabilities_item)

        me = cls(
            kind=kind,
            id=id,
            name=name,
            email=email,
            workspace=workspace,
            role=role,
            access=access,
            groups=groups,
            can_write=can_write,
            capabilities=capabilities,
        )

        me.additional_properties = d
        return me

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
