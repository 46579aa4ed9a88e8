from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.workspace_reference import WorkspaceReference


T = TypeVar("T", bound="Reconciled")


@_attrs_define
class Reconciled:
    """
    Attributes:
        tombstoned (int): On a dry run, how many would be
        kept_newer (int): Records that live_ids lacks and that were written after as_of
        live (int): Sent ids of live records
        unknown (int): Sent ids without a live record
        dry_run (bool):
        workspace (WorkspaceReference): The workspace in which a write landed.
    """

    tombstoned: int
    kept_newer: int
    live: int
    unknown: int
    dry_run: bool
    workspace: WorkspaceReference
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        tombstoned = self.tombstoned

        kept_newer = self.kept_newer

        live = self.live

        unknown = self.unknown

        dry_run = self.dry_run

        workspace = self.workspace.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "tombstoned": tombstoned,
                "kept_newer": kept_newer,
                "live": live,
                "unknown": unknown,
                "dry_run": dry_run,
                "workspace": workspace,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.workspace_reference import WorkspaceReference

        d = dict(src_dict)
        tombstoned = d.pop("tombstoned")

        kept_newer = d.pop("kept_newer")

        live = d.pop("live")

        unknown = d.pop("unknown")

        dry_run = d.pop("dry_run")

        workspace = WorkspaceReference.from_dict(d.pop("workspace"))

        reconciled = cls(
            tombstoned=tombstoned,
            kept_newer=kept_newer,
            live=live,
            unknown=unknown,
            dry_run=dry_run,
            workspace=workspace,
        )

        reconciled.additional_properties = d
        return reconciled

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
