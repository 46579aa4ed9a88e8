from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.grant_status import GrantStatus, check_grant_status

T = TypeVar("T", bound="ReaderInSettings")


@_attrs_define
class ReaderInSettings:
    """
    Attributes:
        id (str):
        email (str):
        name (str):
        status (GrantStatus):
        groups (list[str]):
        created_at (datetime.datetime):
        last_seen_at (datetime.datetime | None):
        expires_at (datetime.datetime | None): When the link expires
    """

    id: str
    email: str
    name: str
    status: GrantStatus
    groups: list[str]
    created_at: datetime.datetime
    last_seen_at: datetime.datetime | None
    expires_at: datetime.datetime | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        email = self.email

        name = self.name

        status: str = self.status

        groups = self.groups

        created_at = self.created_at.isoformat()

        last_seen_at: None | str
        if isinstance(self.last_seen_at, datetime.datetime):
            last_seen_at = self.last_seen_at.isoformat()
        else:
            last_seen_at = self.last_seen_at

        expires_at: None | str
        if isinstance(self.expires_at, datetime.datetime):
            expires_at = self.expires_at.isoformat()
        else:
            expires_at = self.expires_at

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "email": email,
                "name": name,
                "status": status,
                "groups": groups,
                "created_at": created_at,
                "last_seen_at": last_seen_at,
                "expires_at": expires_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        id = d.pop("id")

        email = d.pop("email")

        name = d.pop("name")

        status = check_grant_status(d.pop("status"))

        groups = cast(list[str], d.pop("groups"))

        created_at = datetime.datetime.fromisoformat(d.pop("created_at"))

        def _parse_last_seen_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                last_seen_at_type_0 = datetime.datetime.fromisoformat(data)

                return last_seen_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        last_seen_at = _parse_last_seen_at(d.pop("last_seen_at"))

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

        reader_in_settings = cls(
            id=id,
            email=email,
            name=name,
            status=status,
            groups=groups,
            created_at=created_at,
            last_seen_at=last_seen_at,
            expires_at=expires_at,
        )

        reader_in_settings.additional_properties = d
        return reader_in_settings

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
