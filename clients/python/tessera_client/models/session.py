from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.workspace_reference import WorkspaceReference


T = TypeVar("T", bound="Session")


@_attrs_define
class Session:
    """
    Attributes:
        id (str):
        device (str):
        workspace (None | WorkspaceReference): The workspace it is pinned to
        created_at (datetime.datetime):
        last_used_at (datetime.datetime):
        expires_at (datetime.datetime):
        current (bool): Whether it is the credential of this call
    """

    id: str
    device: str
    workspace: None | WorkspaceReference
    created_at: datetime.datetime
    last_used_at: datetime.datetime
    expires_at: datetime.datetime
    current: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.workspace_reference import WorkspaceReference

        id = self.id

        device = self.device

        workspace: dict[str, Any] | None
        if isinstance(self.workspace, WorkspaceReference):
            workspace = self.workspace.to_dict()
        else:
            workspace = self.workspace

        created_at = self.created_at.isoformat()

        last_used_at = self.last_used_at.isoformat()

        expires_at = self.expires_at.isoformat()

        current = self.current

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "device": device,
                "workspace": workspace,
                "created_at": created_at,
                "last_used_at": last_used_at,
                "expires_at": expires_at,
                "current": current,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.workspace_reference import WorkspaceReference

        d = dict(src_dict)
        id = d.pop("id")

        device = d.pop("device")

        def _parse_workspace(data: object) -> None | WorkspaceReference:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                workspace_type_0 = WorkspaceReference.from_dict(data)

                return workspace_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | WorkspaceReference, data)

        workspace = _parse_workspace(d.pop("workspace"))

        created_at = datetime.datetime.fromisoformat(d.pop("created_at"))

        last_used_at = datetime.datetime.fromisoformat(d.pop("last_used_at"))

        expires_at = datetime.datetime.fromisoformat(d.pop("expires_at"))

        current = d.pop("current")

        session = cls(
            id=id,
            device=device,
            workspace=workspace,
            created_at=created_at,
            last_used_at=last_used_at,
            expires_at=expires_at,
            current=current,
        )

        session.additional_properties = d
        return session

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
