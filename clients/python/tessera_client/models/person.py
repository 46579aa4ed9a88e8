from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.access_level import AccessLevel, check_access_level
from ..models.person_status import PersonStatus, check_person_status
from ..models.role import Role, check_role

T = TypeVar("T", bound="Person")


@_attrs_define
class Person:
    """
    Attributes:
        id (str):
        email (str):
        name (str):
        role (Role):
        status (PersonStatus):
        pending (bool): true until the first completed sign-in
        groups (list[str] | None): null: not confined to groups
        access (AccessLevel):
        starts_at (datetime.datetime | None):
        expires_at (datetime.datetime | None):
        expired (bool): Whether the grant has expired: nothing can be read and no seat is taken
    """

    id: str
    email: str
    name: str
    role: Role
    status: PersonStatus
    pending: bool
    groups: list[str] | None
    access: AccessLevel
    starts_at: datetime.datetime | None
    expires_at: datetime.datetime | None
    expired: bool
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

        starts_at: None | str
        if isinstance(self.starts_at, datetime.datetime):
            starts_at = self.starts_at.isoformat()
        else:
            starts_at = self.starts_at

        expires_at: None | str
        if isinstance(self.expires_at, datetime.datetime):
            expires_at = self.expires_at.isoformat()
        else:
            expires_at = self.expires_at

        expired = self.expired

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
                "starts_at": starts_at,
                "expires_at": expires_at,
                "expired": expired,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        id = d.pop("id")

        email = d.pop("email")

        name = d.pop("name")

        role = check_role(d.pop("role"))

        status = check_person_status(d.pop("status"))

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

        def _parse_starts_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                starts_at_type_0 = datetime.datetime.fromisoformat(data)

                return starts_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        starts_at = _parse_starts_at(d.pop("starts_at"))

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

        expired = d.pop("expired")

        person = cls(
            id=id,
            email=email,
            name=name,
            role=role,
            status=status,
            pending=pending,
            groups=groups,
            access=access,
            starts_at=starts_at,
            expires_at=expires_at,
            expired=expired,
        )

        person.additional_properties = d
        return person

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
