from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..models.webhook_create_input_events_item import (
    WebhookCreateInputEventsItem,
    check_webhook_create_input_events_item,
)
from ..types import UNSET, Unset

T = TypeVar("T", bound="WebhookCreateInput")


@_attrs_define
class WebhookCreateInput:
    """
    Attributes:
        url (str): Where events are sent: https, at a public address
        events (list[WebhookCreateInputEventsItem]): Events to send; duplicates collapse
        description (None | str | Unset): What receives them
    """

    url: str
    events: list[WebhookCreateInputEventsItem]
    description: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        url = self.url

        events = []
        for events_item_data in self.events:
            events_item: str = events_item_data
            events.append(events_item)

        description: None | str | Unset
        if isinstance(self.description, Unset):
            description = UNSET
        else:
            description = self.description

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "url": url,
                "events": events,
            }
        )
        if description is not UNSET:
            field_dict["description"] = description

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        url = d.pop("url")

        events = []
        _events = d.pop("events")
        for events_item_data in _events:
            events_item = check_webhook_create_input_events_item(events_item_data)

            events.append(events_item)

        def _parse_description(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        description = _parse_description(d.pop("description", UNSET))

        webhook_create_input = cls(
            url=url,
            events=events,
            description=description,
        )

        return webhook_create_input
