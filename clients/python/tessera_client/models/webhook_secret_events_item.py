from typing import Literal

WebhookSecretEventsItem = Literal[
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

WEBHOOK_SECRET_EVENTS_ITEM_VALUES: set[WebhookSecretEventsItem] = {
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


def check_webhook_secret_events_item(value: str) -> WebhookSecretEventsItem:
    if value in WEBHOOK_SECRET_EVENTS_ITEM_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {WEBHOOK_SECRET_EVENTS_ITEM_VALUES!r}")
