from typing import Literal

WebhookCreateInputEventsItem = Literal[
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

WEBHOOK_CREATE_INPUT_EVENTS_ITEM_VALUES: set[WebhookCreateInputEventsItem] = {
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


def check_webhook_create_input_events_item(value: str) -> WebhookCreateInputEventsItem:
    if value in WEBHOOK_CREATE_INPUT_EVENTS_ITEM_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {WEBHOOK_CREATE_INPUT_EVENTS_ITEM_VALUES!r}")
