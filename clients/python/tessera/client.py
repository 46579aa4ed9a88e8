"""A client that raises errors, repeats calls and reads lists page by page."""

import asyncio
import dataclasses
import itertools
import random
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any, ParamSpec, TypeVar

import httpx
from tessera_client import AuthenticatedClient
from tessera_client.models import ErrorAnswer
from tessera_client.repeatable import REPEATABLE_POSTS
from tessera_client.types import Unset

from .errors import ApiError, ConnectionFailed, retry_after

_Answer = TypeVar("_Answer")
_Arguments = ParamSpec("_Arguments")
#: After 503, or 502 and 504 of a proxy, it is unknown whether the call was carried out.
_UNSURE = (502, 503, 504)
_TIMEOUT_SECONDS = 60


@dataclasses.dataclass(frozen=True)
class Retry:
    """When calls are repeated: 429 always, other failures if the call may be sent twice."""

    #: Repetitions after the first attempt; 0: none.
    retries: int = 3
    #: Upper limit of the first pause. It doubles with each repetition.
    base_seconds: float = 0.25
    #: Longest pause. If `Retry-After` is longer, the call is not repeated.
    max_seconds: float = 30
    #: Returns a number from 0 to 1.
    random: Callable[[], float] = random.random

    def pause(self, attempt: int, is_repeatable: bool, response: httpx.Response | None) -> float | None:
        """The seconds before the next attempt; None if there is none. `response` is None if none arrived."""
        status = None if response is None else response.status_code
        may_repeat = status == 429 or (is_repeatable and (status is None or status in _UNSURE))
        wanted = 0.0 if response is None else retry_after(response) or 0.0
        if not may_repeat or attempt > self.retries or wanted > self.max_seconds:
            return None
        # Half of the pause is random, so that callers that failed at the same time do not return at the same time.
        ceiling = min(self.max_seconds, self.base_seconds * 2.0 ** (attempt - 1))
        return ceiling * (0.5 + self.random() / 2) if wanted == 0 else wanted + self.random() * self.base_seconds


class _Attempts:
    """The attempts of one call."""

    def __init__(self, retry: Retry, request: httpx.Request, base_path: str) -> None:
        path = request.url.raw_path.decode("ascii").split("?")[0].removeprefix(base_path.rstrip("/"))
        is_post = request.method == "POST"
        # A stream, such as a file that is read while it is sent, cannot be sent twice.
        can_repeat = isinstance(request.stream, httpx.ByteStream)
        self._is_repeatable = not is_post or any(re.fullmatch(pattern, path) for pattern in REPEATABLE_POSTS)
        self._retry = retry if can_repeat else dataclasses.replace(retry, retries=0)
        self._numbers = itertools.count(1)

    def after(self, response: httpx.Response) -> float | None:
        """The seconds before the next attempt; None if the response is the last."""
        return self._retry.pause(next(self._numbers), self._is_repeatable, response)

    def after_failure(self, error: httpx.TransportError) -> float:
        """The seconds before the next attempt. Raises `ConnectionFailed` if there is none."""
        pause = self._retry.pause(next(self._numbers), self._is_repeatable, None)
        if pause is None:
            raise ConnectionFailed("no_answer", str(error) or type(error).__name__) from error
        return pause


class Http(httpx.Client):
    """An HTTP client that repeats calls, and raises `ApiError` and `ConnectionFailed`."""

    def __init__(self, retry: Retry, **settings: Any) -> None:
        super().__init__(**settings)
        self._retry = retry

    def send(self, request: httpx.Request, **options: Any) -> httpx.Response:
        attempts = _Attempts(self._retry, request, self.base_url.path)
        while True:
            try:
                response = super().send(request, **options)
            except httpx.TransportError as error:
                time.sleep(attempts.after_failure(error))
                continue
            pause = attempts.after(response)
            if pause is None:
                break
            response.close()
            time.sleep(pause)
        if response.is_error:
            response.read()
            raise ApiError(response)
        return response


class AsyncHttp(httpx.AsyncClient):
    """The same for asyncio."""

    def __init__(self, retry: Retry, **settings: Any) -> None:
        super().__init__(**settings)
        self._retry = retry

    async def send(self, request: httpx.Request, **options: Any) -> httpx.Response:
        attempts = _Attempts(self._retry, request, self.base_url.path)
        while True:
            try:
                response = await super().send(request, **options)
            except httpx.TransportError as error:
                await asyncio.sleep(attempts.after_failure(error))
                continue
            pause = attempts.after(response)
            if pause is None:
                break
            await response.aclose()
            await asyncio.sleep(pause)
        if response.is_error:
            await response.aread()
            raise ApiError(response)
        return response


def http_settings(base_url: str, token: str, workspace: str | None) -> dict[str, Any]:
    """The settings of an HTTP client for a credential."""
    headers = {"Authorization": f"Bearer {token}"} | ({} if workspace is None else {"X-Svc-Workspace": workspace})
    return {"base_url": base_url, "headers": headers, "timeout": _TIMEOUT_SECONDS}


def connect(base_url: str, token: str, workspace: str | None = None, retry: Retry | None = None) -> AuthenticatedClient:
    """A client for the functions of `tessera_client.api`. Its calls are repeated, and raise instead of returning errors."""
    client = AuthenticatedClient(base_url=base_url, token=token)
    settings = http_settings(base_url, token, workspace)
    client.set_httpx_client(Http(retry or Retry(), **settings))
    client.set_async_httpx_client(AsyncHttp(retry or Retry(), **settings))
    return client


def call(
    function: Callable[_Arguments, ErrorAnswer | _Answer | None],
    *args: _Arguments.args,
    **kwargs: _Arguments.kwargs,
) -> _Answer:
    """Calls a `sync` function of `tessera_client.api`. The type of the result has no error."""
    return function(*args, **kwargs)  # type: ignore[return-value]


def pages(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Iterator[Any]:
    """The pages of a list, from a `sync` function. Each is fetched when it is needed."""
    while True:
        page = function(*args, **kwargs)
        yield page
        if not isinstance(page.next_cursor, str):
            return
        kwargs["cursor"] = page.next_cursor


def items(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Iterator[Any]:
    """The entries of a list, page after page."""
    for page in pages(function, *args, **kwargs):
        yield from _entries(page)


async def async_pages(function: Callable[..., Awaitable[Any]], *args: Any, **kwargs: Any) -> AsyncIterator[Any]:
    """The pages of a list, from an `asyncio` function."""
    while True:
        page = await function(*args, **kwargs)
        yield page
        if not isinstance(page.next_cursor, str):
            return
        kwargs["cursor"] = page.next_cursor


async def async_items(function: Callable[..., Awaitable[Any]], *args: Any, **kwargs: Any) -> AsyncIterator[Any]:
    """The entries of a list, page after page, from an `asyncio` function."""
    async for page in async_pages(function, *args, **kwargs):
        for entry in _entries(page):
            yield entry


def _entries(page: Any) -> list[Any]:
    values = (getattr(page, field.name) for field in type(page).__attrs_attrs__)
    return next((value for value in values if isinstance(value, list) and not isinstance(value, Unset)), [])
