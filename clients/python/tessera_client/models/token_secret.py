from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.access_level import AccessLevel, check_access_level
from ..models.role import Role, check_role

if TYPE_CHECKING:
    from ..models.workspace_reference import WorkspaceReference


T = TypeVar("T", bound="TokenSecret")


@_attrs_define
class TokenSecret:
    """
    Attributes:
        id (str):
        name (str):
        role (Role):
        access (AccessLevel):
        groups (list[str] | None): null: not confined to groups
        expires_at (datetime.datetime | None):
        secret (str): svc_tk_...; shown once
        workspace (WorkspaceReference): The workspace in which a write landed.
    """

    id: str
    name: str
    role: Role
    access: AccessLevel
    groups: list[str] | None
    expires_at: datetime.datetime | None
    secret: str
    workspace: WorkspaceReference
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        name = self.name

        role: str = self.role

        access: str = self.access

        groups: list[str] | None
        if isinstance(self.groups, list):
            groups = self.groups

        else:
            groups = self.groups

        expires_at: None | str
        if isinstance(self.expires_at, datetime.datetime):
            expires_at = self.expires_at.isoformat()
        else:
            expires_at = self.expires_at

        secret = self.secret

        workspace = self.workspace.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "name": name,
                "role": role,
                "access": access,
                "groups": groups,
                "expires_at": expires_at,
                "secret": secret,
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

        role = check_role(d.pop("role"))

        access = check_access_level(d.pop("access"))

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

        def _parse_expires_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                expires_at_type_0 = datetime.datetime.fromisoformat(data)

                return expires_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        expires_at = _parse_expires_at(d.pop("expires_at"))

        secret = d.pop("secret")

        workspace = WorkspaceReference.from_dict(d.pop("workspace"))

        token_secret = cls(
            id=id,
            name=name,
            role=role,
            access=access,
            groups=groups,
            expires_at=expires_at,
            secret=secret,
            workspace=workspace,
        )

        token_secret.additional_properties = d
        return token_secret

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
