from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..models.access_level_input import AccessLevelInput, check_access_level_input
from ..types import UNSET, Unset

T = TypeVar("T", bound="MemberEnsureInput")


@_attrs_define
class MemberEnsureInput:
    """
    Attributes:
        name (str | Unset):
        groups (list[str] | Unset): All groups of the member; a group that the member already has keeps its level
        access (AccessLevelInput | Unset):
        starts_at (datetime.datetime | None | Unset): Nothing can be read before this time; null: access starts at once
        expires_at (datetime.datetime | None | Unset): Nothing can be read from this time on, and the seat becomes free;
            null: the grant does not expire
        send_email (bool | Unset): Whether a new or renewed grant sends an invite Default: True.
    """

    name: str | Unset = UNSET
    groups: list[str] | Unset = UNSET
    access: AccessLevelInput | Unset = UNSET
    starts_at: datetime.datetime | None | Unset = UNSET
    expires_at: datetime.datetime | None | Unset = UNSET
    send_email: bool | Unset = True

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        groups: list[str] | Unset = UNSET
        if not isinstance(self.groups, Unset):
            groups = self.groups

        access: str | Unset = UNSET
        if not isinstance(self.access, Unset):
            access = self.access

        starts_at: None | str | Unset
        if isinstance(self.starts_at, Unset):
            starts_at = UNSET
        elif isinstance(self.starts_at, datetime.datetime):
            starts_at = self.starts_at.isoformat()
        else:
            starts_at = self.starts_at

        expires_at: None | str | Unset
        if isinstance(self.expires_at, Unset):
            expires_at = UNSET
        elif isinstance(self.expires_at, datetime.datetime):
            expires_at = self.expires_at.isoformat()
        else:
            expires_at = self.expires_at

        send_email = self.send_email

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if name is not UNSET:
            field_dict["name"] = name
        if groups is not UNSET:
            field_dict["groups"] = groups
        if access is not UNSET:
            field_dict["access"] = access
        if starts_at is not UNSET:
            field_dict["starts_at"] = starts_at
        if expires_at is not UNSET:
            field_dict["expires_at"] = expires_at
        if send_email is not UNSET:
            field_dict["send_email"] = send_email

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        name = d.pop("name", UNSET)

        groups = cast(list[str], d.pop("groups", UNSET))

        _access = d.pop("access", UNSET)
        access: AccessLevelInput | Unset
        if isinstance(_access, Unset):
            access = UNSET
        else:
            access = check_access_level_input(_access)

        def _parse_starts_at(data: object) -> datetime.datetime | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                starts_at_type_0 = datetime.datetime.fromisoformat(data)

                return starts_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None | Unset, data)

        starts_at = _parse_starts_at(d.pop("starts_at", UNSET))

        def _parse_expires_at(data: object) -> datetime.datetime | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                expires_at_type_0 = datetime.datetime.fromisoformat(data)

                return expires_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None | Unset, data)

        expires_at = _parse_expires_at(d.pop("expires_at", UNSET))

        send_email = d.pop("send_email", UNSET)

        member_ensure_input = cls(
            name=name,
            groups=groups,
            access=access,
            starts_at=starts_at,
            expires_at=expires_at,
            send_email=send_email,
        )

        return member_ensure_input
