from typing import Literal

WebhookDeliveryChangedStatus = Literal["delivered", "failed", "pending"]

WEBHOOK_DELIVERY_CHANGED_STATUS_VALUES: set[WebhookDeliveryChangedStatus] = {
    "delivered",
    "failed",
    "pending",
}


def check_webhook_delivery_changed_status(value: str) -> WebhookDeliveryChangedStatus:
    if value in WEBHOOK_DELIVERY_CHANGED_STATUS_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {WEBHOOK_DELIVERY_CHANGED_STATUS_VALUES!r}")
