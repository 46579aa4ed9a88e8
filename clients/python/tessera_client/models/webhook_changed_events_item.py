from typing import Literal

WebhookChangedEventsItem = Literal[
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

WEBHOOK_CHANGED_EVENTS_ITEM_VALUES: set[WebhookChangedEventsItem] = {
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


def check_webhook_changed_events_item(value: str) -> WebhookChangedEventsItem:
    if value in WEBHOOK_CHANGED_EVENTS_ITEM_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {WEBHOOK_CHANGED_EVENTS_ITEM_VALUES!r}")
