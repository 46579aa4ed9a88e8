from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.workspace_reference import WorkspaceReference


T = TypeVar("T", bound="PendingEmbedded")


@_attrs_define
class PendingEmbedded:
    """
    Attributes:
        embedded (int):
        failed (int): Records whose text the provider refused
        more (bool): Whether records are still pending
        workspace (WorkspaceReference): The workspace in which a write landed.
    """

    embedded: int
    failed: int
    more: bool
    workspace: WorkspaceReference
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        embedded = self.embedded

        failed = self.failed

        more = self.more

        workspace = self.workspace.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "embedded": embedded,
                "failed": failed,
                "more": more,
                "workspace": workspace,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.workspace_reference import WorkspaceReference

        d = dict(src_dict)
        embedded = d.pop("embedded")

        failed = d.pop("failed")

        more = d.pop("more")

        workspace = WorkspaceReference.from_dict(d.pop("workspace"))

        pending_embedded = cls(
            embedded=embedded,
            failed=failed,
            more=more,
            workspace=workspace,
        )

        pending_embedded.additional_properties = d
        return pending_embedded

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
