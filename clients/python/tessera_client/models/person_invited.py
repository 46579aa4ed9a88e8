from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.person_invited_reason_type_0 import PersonInvitedReasonType0, check_person_invited_reason_type_0

if TYPE_CHECKING:
    from ..models.workspace_reference import WorkspaceReference


T = TypeVar("T", bound="PersonInvited")


@_attrs_define
class PersonInvited:
    """
    Attributes:
        id (str):
        email (str):
        email_sent (bool): Whether a mail server accepted the invite
        reason (None | PersonInvitedReasonType0): Why it was not sent: none is configured, or it did not accept the mail
        workspace (WorkspaceReference): The workspace in which a write landed.
    """

    id: str
    email: str
    email_sent: bool
    reason: None | PersonInvitedReasonType0
    workspace: WorkspaceReference
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        email = self.email

        email_sent = self.email_sent

        reason: None | str
        if isinstance(self.reason, str):
            reason = self.reason
        else:
            reason = self.reason

        workspace = self.workspace.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "email": email,
                "email_sent": email_sent,
                "reason": reason,
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

        email_sent = d.pop("email_sent")

        def _parse_reason(data: object) -> None | PersonInvitedReasonType0:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                reason_type_0 = check_person_invited_reason_type_0(data)

                return reason_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | PersonInvitedReasonType0, data)

        reason = _parse_reason(d.pop("reason"))

        workspace = WorkspaceReference.from_dict(d.pop("workspace"))

        person_invited = cls(
            id=id,
            email=email,
            email_sent=email_sent,
            reason=reason,
            workspace=workspace,
        )

        person_invited.additional_properties = d
        return person_invited

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
