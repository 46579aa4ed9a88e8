from typing import Literal

WorkspaceSessionKind = Literal["browser", "magic_link"]

WORKSPACE_SESSION_KIND_VALUES: set[WorkspaceSessionKind] = {
    "browser",
    "magic_link",
}


def check_workspace_session_kind(value: str) -> WorkspaceSessionKind:
    if value in WORKSPACE_SESSION_KIND_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {WORKSPACE_SESSION_KIND_VALUES!r}")
