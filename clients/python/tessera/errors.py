"""The errors that calls raise."""

import json
from typing import Any

import httpx


class TesseraError(Exception):
    """A call that did not succeed. Branch on `code`."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message


class CollectionError(TesseraError):
    """Records that were refused. `code` is that of the first."""


class ConnectionFailed(TesseraError):
    """
    No response arrived. The code is `no_answer`, and the reason is `__cause__`.

    Unless the call may be repeated, it is not known whether it was carried out.
    """


class ApiError(TesseraError):
    """
    The service refused a call, or the response did not come from the service (`unexpected_answer`).

    `details` lists invalid parts of the request as `{"path": ..., "message": ...}`. `body` has all keys of the response.
    """

    def __init__(self, response: httpx.Response) -> None:
        self.body: Any = _json(response)
        error = self.body.get("error") if isinstance(self.body, dict) else None
        facts: dict[str, Any] = error if isinstance(error, dict) else {}
        # OAuth's errors are `{"error": "code", "error_description": "..."}`.
        code = error if isinstance(error, str) else facts.get("code", "unexpected_answer")
        described = self.body.get("error_description") if isinstance(self.body, dict) else None
        request = response.request
        super().__init__(str(code), str(facts.get("message") or described or response.text[:200]))
        self.status = response.status_code
        self.request = f"{request.method} {request.url.path}"
        self.request_id: str | None = response.headers.get("X-Request-Id")
        self.retry_after_seconds = retry_after(response)
        self.details: list[dict[str, str]] = list(facts.get("details", []))
        self.hint: str | None = facts.get("hint")


def retry_after(response: httpx.Response) -> float | None:
    """The seconds of `Retry-After`; None if there are none."""
    value = response.headers.get("Retry-After", "")
    return float(value) if value.isdecimal() else None


def _json(response: httpx.Response) -> Any:
    try:
        return response.json()
    except (json.JSONDecodeError, UnicodeDecodeError):
        return None
