from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="ReaderCreateInput")


@_attrs_define
class ReaderCreateInput:
    """
    Attributes:
        email (str):
        name (str | Unset): Default: the e-mail
        groups (list[str] | Unset): Groups that decide what can be read; none: nothing. Default: the groups of an active
            reader, else none
        send_email (bool | Unset):  Default: True.
        expires_at (datetime.datetime | Unset): ISO 8601 with a time zone
    """

    email: str
    name: str | Unset = UNSET
    groups: list[str] | Unset = UNSET
    send_email: bool | Unset = True
    expires_at: datetime.datetime | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        email = self.email

        name = self.name

        groups: list[str] | Unset = UNSET
        if not isinstance(self.groups, Unset):
            groups = self.groups

        send_email = self.send_email

        expires_at: str | Unset = UNSET
        if not isinstance(self.expires_at, Unset):
            expires_at = self.expires_at.isoformat()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "email": email,
            }
        )
        if name is not UNSET:
            field_dict["name"] = name
        if groups is not UNSET:
            field_dict["groups"] = groups
        if send_email is not UNSET:
            field_dict["send_email"] = send_email
        if expires_at is not UNSET:
            field_dict["expires_at"] = expires_at

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        email = d.pop("email")

        name = d.pop("name", UNSET)

        groups = cast(list[str], d.pop("groups", UNSET))

        send_email = d.pop("send_email", UNSET)

        _expires_at = d.pop("expires_at", UNSET)
        expires_at: datetime.datetime | Unset
        if isinstance(_expires_at, Unset):
            expires_at = UNSET
        else:
            expires_at = datetime.datetime.fromisoformat(_expires_at)

        reader_create_input = cls(
            email=email,
            name=name,
            groups=groups,
            send_email=send_email,
            expires_at=expires_at,
        )

        return reader_create_input
