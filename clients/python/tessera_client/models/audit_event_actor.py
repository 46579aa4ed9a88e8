from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.audit_event_actor_device import AuditEventActorDevice
    from ..models.audit_event_actor_person import AuditEventActorPerson


T = TypeVar("T", bound="AuditEventActor")


@_attrs_define
class AuditEventActor:
    """
    Attributes:
        kind (str): Kind of credential, or system
        id (str):
        name (str): The agent identity, for an agent
        person (AuditEventActorPerson | Unset): Who did it, for a personal agent or the command line
        device (AuditEventActorDevice | Unset): The device, which is its personal token
    """

    kind: str
    id: str
    name: str
    person: AuditEventActorPerson | Unset = UNSET
    device: AuditEventActorDevice | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        kind = self.kind

        id = self.id

        name = self.name

        person: dict[str, Any] | Unset = UNSET
        if not isinstance(self.person, Unset):
            person = self.person.to_dict()

        device: dict[str, Any] | Unset = UNSET
        if not isinstance(self.device, Unset):
            device = self.device.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "kind": kind,
                "id": id,
                "name": name,
            }
        )
        if person is not UNSET:
            field_dict["person"] = person
        if device is not UNSET:
            field_dict["device"] = device

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.audit_event_actor_device import AuditEventActorDevice
        from ..models.audit_event_actor_person import AuditEventActorPerson

        d = dict(src_dict)
        kind = d.pop("kind")

        id = d.pop("id")

        name = d.pop("name")

        _person = d.pop("person", UNSET)
        person: AuditEventActorPerson | Unset
        if isinstance(_person, Unset):
            person = UNSET
        else:
            person = AuditEventActorPerson.from_dict(_person)

        _device = d.pop("device", UNSET)
        device: AuditEventActorDevice | Unset
        if isinstance(_device, Unset):
            device = UNSET
        else:
            device = AuditEventActorDevice.from_dict(_device)

        audit_event_actor = cls(
            kind=kind,
            id=id,
            name=name,
            person=person,
            device=device,
        )

        audit_event_actor.additional_properties = d
        return audit_event_actor

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
