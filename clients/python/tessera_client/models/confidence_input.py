from typing import Literal

ConfidenceInput = Literal["high", "low", "none"]

CONFIDENCE_INPUT_VALUES: set[ConfidenceInput] = {
    "high",
    "low",
    "none",
}


def check_confidence_input(value: str) -> ConfidenceInput:
    if value in CONFIDENCE_INPUT_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {CONFIDENCE_INPUT_VALUES!r}")
