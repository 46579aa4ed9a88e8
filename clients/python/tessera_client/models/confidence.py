from typing import Literal

Confidence = Literal["high", "low", "none"]

CONFIDENCE_VALUES: set[Confidence] = {
    "high",
    "low",
    "none",
}


def check_confidence(value: str) -> Confidence:
    if value in CONFIDENCE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {CONFIDENCE_VALUES!r}")
