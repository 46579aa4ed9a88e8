from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.audit_event_actor import AuditEventActor
    from ..models.audit_event_detail import AuditEventDetail


T = TypeVar("T", bound="AuditEvent")


@_attrs_define
class AuditEvent:
    """
    Attributes:
        id (str):
        at (datetime.datetime):
        action (str): Such as collection.records_written or member.granted
        actor (AuditEventActor):
        target (None | str): What was changed
        detail (AuditEventDetail):
        request_id (None | str):
    """

    id: str
    at: datetime.datetime
    action: str
    actor: AuditEventActor
    target: None | str
    detail: AuditEventDetail
    request_id: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        at = self.at.isoformat()

        action = self.action

        actor = self.actor.to_dict()

        target: None | str
        target = self.target

        detail = self.detail.to_dict()

        request_id: None | str
        request_id = self.request_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "at": at,
                "action": action,
                "actor": actor,
                "target": target,
                "detail": detail,
                "request_id": request_id,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.audit_event_actor import AuditEventActor
        from ..models.audit_event_detail import AuditEventDetail

        d = dict(src_dict)
        id = d.pop("id")

        at = datetime.datetime.fromisoformat(d.pop("at"))

        action = d.pop("action")

        actor = AuditEventActor.from_dict(d.pop("actor"))

        def _parse_target(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        target = _parse_target(d.pop("target"))

        detail = AuditEventDetail.from_dict(d.pop("detail"))

        def _parse_request_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        request_id = _parse_request_id(d.pop("request_id"))

        audit_event = cls(
            id=id,
            at=at,
            action=action,
            actor=actor,
            target=target,
            detail=detail,
            request_id=request_id,
        )

        audit_event.additional_properties = d
        return audit_event

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
