from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.signed_in_person import SignedInPerson


T = TypeVar("T", bound="WorkspaceDevice")


@_attrs_define
class WorkspaceDevice:
    """
    Attributes:
        id (str):
        person (SignedInPerson):
        device (str):
        created_at (datetime.datetime): When it signed in, or when its person joined this workspace if that was later
        current (bool): Whether it is the credential of this call
        last_used_at (datetime.datetime): In this workspace
    """

    id: str
    person: SignedInPerson
    device: str
    created_at: datetime.datetime
    current: bool
    last_used_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        person = self.person.to_dict()

        device = self.device

        created_at = self.created_at.isoformat()

        current = self.current

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

        last_used_at = datetime.datetime.fromisoformat(d.pop("last_used_at"))

        workspace_device = cls(
            id=id,
            person=person,
            device=device,
            created_at=created_at,
            current=current,
            last_used_at=last_used_at,
        )

        workspace_device.additional_properties = d
        return workspace_device

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
