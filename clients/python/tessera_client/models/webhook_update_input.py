from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..models.webhook_update_input_events_item import (
    WebhookUpdateInputEventsItem,
    check_webhook_update_input_events_item,
)
from ..types import UNSET, Unset

T = TypeVar("T", bound="WebhookUpdateInput")


@_attrs_define
class WebhookUpdateInput:
    """
    Attributes:
        url (str | Unset): Where events are sent: https, at a public address
        events (list[WebhookUpdateInputEventsItem] | Unset): Events to send; duplicates collapse
        description (None | str | Unset): What receives them
        enabled (bool | Unset):
    """

    url: str | Unset = UNSET
    events: list[WebhookUpdateInputEventsItem] | Unset = UNSET
    description: None | str | Unset = UNSET
    enabled: bool | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        url = self.url

        events: list[str] | Unset = UNSET
        if not isinstance(self.events, Unset):
            events = []
            for events_item_data in self.events:
                events_item: str = events_item_data
                events.append(events_item)

        description: None | str | Unset
        if isinstance(self.description, Unset):
            description = UNSET
        else:
            description = self.description

        enabled = self.enabled

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if url is not UNSET:
            field_dict["url"] = url
        if events is not UNSET:
            field_dict["events"] = events
        if description is not UNSET:
            field_dict["description"] = description
        if enabled is not UNSET:
            field_dict["enabled"] = enabled

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        url = d.pop("url", UNSET)

        _events = d.pop("events", UNSET)
        events: list[WebhookUpdateInputEventsItem] | Unset = UNSET
        if _events is not UNSET:
            events = []
            for events_item_data in _events:
                events_item = check_webhook_update_input_events_item(events_item_data)

                events.append(events_item)

        def _parse_description(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        description = _parse_description(d.pop("description", UNSET))

        enabled = d.pop("enabled", UNSET)

        webhook_update_input = cls(
            url=url,
            events=events,
            description=description,
            enabled=enabled,
        )

        return webhook_update_input
