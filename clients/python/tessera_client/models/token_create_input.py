from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..models.access_level_input import AccessLevelInput, check_access_level_input
from ..models.role_input import RoleInput, check_role_input
from ..types import UNSET, Unset

T = TypeVar("T", bound="TokenCreateInput")


@_attrs_define
class TokenCreateInput:
    """
    Attributes:
        name (str): The agent identity in the audit log
        role (RoleInput):
        access (AccessLevelInput):
        groups (list[str] | None | Unset): Confines the token to these groups; absent or null: not confined, except the
            role reader, which then reads nothing
        expires_at (datetime.datetime | Unset): ISO 8601 with a time zone
    """

    name: str
    role: RoleInput
    access: AccessLevelInput
    groups: list[str] | None | Unset = UNSET
    expires_at: datetime.datetime | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        role: str = self.role

        access: str = self.access

        groups: list[str] | None | Unset
        if isinstance(self.groups, Unset):
            groups = UNSET
        elif isinstance(self.groups, list):
            groups = self.groups

        else:
            groups = self.groups

        expires_at: str | Unset = UNSET
        if not isinstance(self.expires_at, Unset):
            expires_at = self.expires_at.isoformat()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
                "role": role,
                "access": access,
            }
        )
        if groups is not UNSET:
            field_dict["groups"] = groups
        if expires_at is not UNSET:
            field_dict["expires_at"] = expires_at

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        name = d.pop("name")

        role = check_role_input(d.pop("role"))

        access = check_access_level_input(d.pop("access"))

        def _parse_groups(data: object) -> list[str] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                groups_type_0 = cast(list[str], data)

                return groups_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | Unset, data)

        groups = _parse_groups(d.pop("groups", UNSET))

        _expires_at = d.pop("expires_at", UNSET)
        expires_at: datetime.datetime | Unset
        if isinstance(_expires_at, Unset):
            expires_at = UNSET
        else:
            expires_at = datetime.datetime.fromisoformat(_expires_at)

        token_create_input = cls(
            name=name,
            role=role,
            access=access,
            groups=groups,
            expires_at=expires_at,
        )

        return token_create_input
