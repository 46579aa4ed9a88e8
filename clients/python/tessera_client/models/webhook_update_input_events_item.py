from typing import Literal

WebhookUpdateInputEventsItem = Literal[
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

WEBHOOK_UPDATE_INPUT_EVENTS_ITEM_VALUES: set[WebhookUpdateInputEventsItem] = {
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


def check_webhook_update_input_events_item(value: str) -> WebhookUpdateInputEventsItem:
    if value in WEBHOOK_UPDATE_INPUT_EVENTS_ITEM_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {WEBHOOK_UPDATE_INPUT_EVENTS_ITEM_VALUES!r}")
