from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.workspace_created_admin_type_0 import WorkspaceCreatedAdminType0
    from ..models.workspace_state import WorkspaceState


T = TypeVar("T", bound="WorkspaceCreated")


@_attrs_define
class WorkspaceCreated:
    """
    Attributes:
        workspace (WorkspaceState):
        admin (None | WorkspaceCreatedAdminType0):
    """

    workspace: WorkspaceState
    admin: None | WorkspaceCreatedAdminType0
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.workspace_created_admin_type_0 import WorkspaceCreatedAdminType0

        workspace = self.workspace.to_dict()

        admin: dict[str, Any] | None
        if isinstance(self.admin, WorkspaceCreatedAdminType0):
            admin = self.admin.to_dict()
        else:
            admin = self.admin

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "workspace": workspace,
                "admin": admin,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.workspace_created_admin_type_0 import WorkspaceCreatedAdminType0
        from ..models.workspace_state import WorkspaceState

        d = dict(src_dict)
        workspace = WorkspaceState.from_dict(d.pop("workspace"))

        def _parse_admin(data: object) -> None | WorkspaceCreatedAdminType0:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                admin_type_0 = WorkspaceCreatedAdminType0.from_dict(data)

                return admin_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | WorkspaceCreatedAdminType0, data)

        admin = _parse_admin(d.pop("admin"))

        workspace_created = cls(
            workspace=workspace,
            admin=admin,
        )

        workspace_created.additional_properties = d
        return workspace_created

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
