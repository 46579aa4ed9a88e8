from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.members_synced_changes_item import MembersSyncedChangesItem
    from ..models.members_synced_failed_item import MembersSyncedFailedItem
    from ..models.workspace_reference import WorkspaceReference


T = TypeVar("T", bound="MembersSynced")


@_attrs_define
class MembersSynced:
    """
    Attributes:
        granted (int):
        regranted (int):
        updated (int):
        unchanged (int):
        revoked (int):
        failed (list[MembersSyncedFailedItem]):
        dry_run (bool):
        workspace (WorkspaceReference): The workspace in which a write landed.
        changes (list[MembersSyncedChangesItem] | Unset): With `list_changes`: everyone whose result is not `unchanged`
    """

    granted: int
    regranted: int
    updated: int
    unchanged: int
    revoked: int
    failed: list[MembersSyncedFailedItem]
    dry_run: bool
    workspace: WorkspaceReference
    changes: list[MembersSyncedChangesItem] | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        granted = self.granted

        regranted = self.regranted

        updated = self.updated

        unchanged = self.unchanged

        revoked = self.revoked

        failed = []
        for failed_item_data in self.failed:
            failed_item = failed_item_data.to_dict()
            failed.append(failed_item)

        dry_run = self.dry_run

        workspace = self.workspace.to_dict()

        changes: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.changes, Unset):
            changes = []
            for changes_item_data in self.changes:
                changes_item = changes_item_data.to_dict()
                changes.append(changes_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "granted": granted,
                "regranted": regranted,
                "updated": updated,
                "unchanged": unchanged,
                "revoked": revoked,
                "failed": failed,
                "dry_run": dry_run,
                "workspace": workspace,
            }
        )
        if changes is not UNSET:
            field_dict["changes"] = changes

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.members_synced_changes_item import MembersSyncedChangesItem
        from ..models.members_synced_failed_item import MembersSyncedFailedItem
        from ..models.workspace_reference import WorkspaceReference

        d = dict(src_dict)
        granted = d.pop("granted")

        regranted = d.pop("regranted")

        updated = d.pop("updated")

        unchanged = d.pop("unchanged")

        revoked = d.pop("revoked")

        failed = []
        _failed = d.pop("failed")
        for failed_item_data in _failed:
            failed_item = MembersSyncedFailedItem.from_dict(failed_item_data)

            failed.append(failed_item)

        dry_run = d.pop("dry_run")

        workspace = WorkspaceReference.from_dict(d.pop("workspace"))

        _changes = d.pop("changes", UNSET)
        changes: list[MembersSyncedChangesItem] | Unset = UNSET
        if _changes is not UNSET:
            changes = []
            for changes_item_data in _changes:
                changes_item = MembersSyncedChangesItem.from_dict(changes_item_data)

                changes.append(changes_item)

        members_synced = cls(
            granted=granted,
            regranted=regranted,
            updated=updated,
            unchanged=unchanged,
            revoked=revoked,
            failed=failed,
            dry_run=dry_run,
            workspace=workspace,
            changes=changes,
        )

        members_synced.additional_properties = d
        return members_synced

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
