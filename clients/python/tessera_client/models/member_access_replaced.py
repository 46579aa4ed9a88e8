from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.access_entry import AccessEntry
    from ..models.workspace_reference import WorkspaceReference


T = TypeVar("T", bound="MemberAccessReplaced")


@_attrs_define
class MemberAccessReplaced:
    """
    Attributes:
        id (str):
        email (str):
        access (list[AccessEntry]):
        starts_at (datetime.datetime | None):
        expires_at (datetime.datetime | None):
        expired (bool): Whether the grant has expired: nothing can be read and no seat is taken
        workspace (WorkspaceReference): The workspace in which a write landed.
    """

    id: str
    email: str
    access: list[AccessEntry]
    starts_at: datetime.datetime | None
    expires_at: datetime.datetime | None
    expired: bool
    workspace: WorkspaceReference
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        email = self.email

        access = []
        for access_item_data in self.access:
            access_item = access_item_data.to_dict()
            access.append(access_item)

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

        workspace = self.workspace.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "email": email,
                "access": access,
                "starts_at": starts_at,
                "expires_at": expires_at,
                "expired": expired,
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

        workspace = WorkspaceReference.from_dict(d.pop("workspace"))

        member_access_replaced = cls(
            id=id,
            email=email,
            access=access,
            starts_at=starts_at,
            expires_at=expires_at,
            expired=expired,
            workspace=workspace,
        )

        member_access_replaced.additional_properties = d
        return member_access_replaced

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
