from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..models.access_level_input import AccessLevelInput, check_access_level_input
from ..models.role_input import RoleInput, check_role_input
from ..types import UNSET, Unset

T = TypeVar("T", bound="OperatorPersonAddInput")


@_attrs_define
class OperatorPersonAddInput:
    """
    Attributes:
        email (str):
        role (RoleInput):
        name (str | Unset): Default: the e-mail
        access (AccessLevelInput | Unset):
        groups (list[str] | None | Unset): Confines an editor to these groups; absent or null: not confined
    """

    email: str
    role: RoleInput
    name: str | Unset = UNSET
    access: AccessLevelInput | Unset = UNSET
    groups: list[str] | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        email = self.email

        role: str = self.role

        name = self.name

        access: str | Unset = UNSET
        if not isinstance(self.access, Unset):
            access = self.access

        groups: list[str] | None | Unset
        if isinstance(self.groups, Unset):
            groups = UNSET
        elif isinstance(self.groups, list):
            groups = self.groups

        else:
            groups = self.groups

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "email": email,
                "role": role,
            }
        )
        if name is not UNSET:
            field_dict["name"] = name
        if access is not UNSET:
            field_dict["access"] = access
        if groups is not UNSET:
            field_dict["groups"] = groups

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        email = d.pop("email")

        role = check_role_input(d.pop("role"))

        name = d.pop("name", UNSET)

        _access = d.pop("access", UNSET)
        access: AccessLevelInput | Unset
        if isinstance(_access, Unset):
            access = UNSET
        else:
            access = check_access_level_input(_access)

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

        operator_person_add_input = cls(
            email=email,
            role=role,
            name=name,
            access=access,
            groups=groups,
        )

        return operator_person_add_input
