from typing import Literal

MeKind = Literal["api_key", "assistant", "magic_link", "operator", "personal_token", "pinned_token", "session"]

ME_KIND_VALUES: set[MeKind] = {
    "api_key",
    "assistant",
    "magic_link",
    "operator",
    "personal_token",
    "pinned_token",
    "session",
}


def check_me_kind(value: str) -> MeKind:
    if value in ME_KIND_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {ME_KIND_VALUES!r}")
