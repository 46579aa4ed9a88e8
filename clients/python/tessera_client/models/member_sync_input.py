from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.member_sync_input_members_item import MemberSyncInputMembersItem


T = TypeVar("T", bound="MemberSyncInput")


@_attrs_define
class MemberSyncInput:
    """
    Attributes:
        members (list[MemberSyncInputMembersItem]):
        revoke_missing (bool | Unset): Revoke each member whose e-mail is not on the list Default: False.
        dry_run (bool | Unset): Only return what would happen Default: False.
        max_revoked (int | Unset): Refuse if more would be revoked; default: a tenth of the members, at least 10
        list_changes (bool | Unset): Return who is granted, changed and revoked Default: False.
    """

    members: list[MemberSyncInputMembersItem]
    revoke_missing: bool | Unset = False
    dry_run: bool | Unset = False
    max_revoked: int | Unset = UNSET
    list_changes: bool | Unset = False

    def to_dict(self) -> dict[str, Any]:
        members = []
        for members_item_data in self.members:
            members_item = members_item_data.to_dict()
            members.append(members_item)

        revoke_missing = self.revoke_missing

        dry_run = self.dry_run

        max_revoked = self.max_revoked

        list_changes = self.list_changes

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "members": members,
            }
        )
        if revoke_missing is not UNSET:
            field_dict["revoke_missing"] = revoke_missing
        if dry_run is not UNSET:
            field_dict["dry_run"] = dry_run
        if max_revoked is not UNSET:
            field_dict["max_revoked"] = max_revoked
        if list_changes is not UNSET:
            field_dict["list_changes"] = list_changes

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.member_sync_input_members_item import MemberSyncInputMembersItem

        d = dict(src_dict)
        members = []
        _members = d.pop("members")
        for members_item_data in _members:
            members_item = MemberSyncInputMembersItem.from_dict(members_item_data)

            members.append(members_item)

        revoke_missing = d.pop("revoke_missing", UNSET)

        dry_run = d.pop("dry_run", UNSET)

        max_revoked = d.pop("max_revoked", UNSET)

        list_changes = d.pop("list_changes", UNSET)

        member_sync_input = cls(
            members=members,
            revoke_missing=revoke_missing,
            dry_run=dry_run,
            max_revoked=max_revoked,
            list_changes=list_changes,
        )

        return member_sync_input
