from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.workspace_session_kind import WorkspaceSessionKind, check_workspace_session_kind

if TYPE_CHECKING:
    from ..models.signed_in_person import SignedInPerson


T = TypeVar("T", bound="WorkspaceSession")


@_attrs_define
class WorkspaceSession:
    """
    Attributes:
        id (str):
        person (SignedInPerson):
        device (str):
        created_at (datetime.datetime): When it signed in, or when its person joined this workspace if that was later
        current (bool): Whether it is the credential of this call
        kind (WorkspaceSessionKind):
        last_used_at (datetime.datetime):
    """

    id: str
    person: SignedInPerson
    device: str
    created_at: datetime.datetime
    current: bool
    kind: WorkspaceSessionKind
    last_used_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        person = self.person.to_dict()

        device = self.device

        created_at = self.created_at.isoformat()

        current = self.current

        kind: str = self.kind

        last_used_at = self.last_used_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "person": person,
                "device": device,
                "created_at": created_at,
                "current": current,
                "kind": kind,
                "last_used_at": last_used_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.signed_in_person import SignedInPerson

        d = dict(src_dict)
        id = d.pop("id")

        person = SignedInPerson.from_dict(d.pop("person"))

        device = d.pop("device")

        created_at = datetime.datetime.fromisoformat(d.pop("created_at"))

        current = d.pop("current")

        kind = check_workspace_session_kind(d.pop("kind"))

        last_used_at = datetime.datetime.fromisoformat(d.pop("last_used_at"))

        workspace_session = cls(
            id=id,
            person=person,
            device=device,
            created_at=created_at,
            current=current,
            kind=kind,
            last_used_at=last_used_at,
        )

        workspace_session.additional_properties = d
        return workspace_session

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
