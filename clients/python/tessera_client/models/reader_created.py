from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.grant_status import GrantStatus, check_grant_status

if TYPE_CHECKING:
    from ..models.workspace_reference import WorkspaceReference


T = TypeVar("T", bound="ReaderCreated")


@_attrs_define
class ReaderCreated:
    """
    Attributes:
        id (str):
        email (str):
        name (str):
        status (GrantStatus):
        groups (list[str]):
        magic_link (str): {magic_link_base}/r?token=<token>; shown once
        warning (str):
        email_sent (bool):
        workspace (WorkspaceReference): The workspace in which a write landed.
    """

    id: str
    email: str
    name: str
    status: GrantStatus
    groups: list[str]
    magic_link: str
    warning: str
    email_sent: bool
    workspace: WorkspaceReference
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        email = self.email

        name = self.name

        status: str = self.status

        groups = self.groups

        magic_link = self.magic_link

        warning = self.warning

        email_sent = self.email_sent

        workspace = self.workspace.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "email": email,
                "name": name,
                "status": status,
                "groups": groups,
                "magic_link": magic_link,
                "warning": warning,
                "email_sent": email_sent,
                "workspace": workspace,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.workspace_reference import WorkspaceReference

        d = dict(src_dict)
        id = d.pop("id")

        email = d.pop("email")

        name = d.pop("name")

        status = check_grant_status(d.pop("status"))

        groups = cast(list[str], d.pop("groups"))

        magic_link = d.pop("magic_link")

        warning = d.pop("warning")

        email_sent = d.pop("email_sent")

        workspace = WorkspaceReference.from_dict(d.pop("workspace"))

        reader_created = cls(
            id=id,
            email=email,
            name=name,
            status=status,
            groups=groups,
            magic_link=magic_link,
            warning=warning,
            email_sent=email_sent,
            workspace=workspace,
        )

        reader_created.additional_properties = d
        return reader_created

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
