from typing import Literal

WebhookEventsItem = Literal[
    "collection.finding_opened",
    "collection.records_written",
    "document.deleted",
    "document.moved",
    "document.written",
    "member.expired",
    "member.granted",
    "member.revoked",
    "member.signed_in",
    "reader.created",
    "reader.opened",
    "reader.revoked",
]

WEBHOOK_EVENTS_ITEM_VALUES: set[WebhookEventsItem] = {
    "collection.finding_opened",
    "collection.records_written",
    "document.deleted",
    "document.moved",
    "document.written",
    "member.expired",
    "member.granted",
    "member.revoked",
    "member.signed_in",
    "reader.created",
    "reader.opened",
    "reader.revoked",
}


def check_webhook_events_item(value: str) -> WebhookEventsItem:
    if value in WEBHOOK_EVENTS_ITEM_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {WEBHOOK_EVENTS_ITEM_VALUES!r}")
