import datetime
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.confidence_input import ConfidenceInput
from ...models.error_answer import ErrorAnswer
from ...models.logged_query_list import LoggedQueryList
from ...types import UNSET, Response, Unset


def _get_kwargs(
    name: str,
    *,
    limit: int | Unset = 100,
    cursor: str | Unset = UNSET,
    confidence: ConfidenceInput | Unset = UNSET,
    from_: datetime.datetime | Unset = UNSET,
    to: datetime.datetime | Unset = UNSET,
    x_svc_workspace: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(x_svc_workspace, Unset):
        headers["X-Svc-Workspace"] = x_svc_workspace

    params: dict[str, Any] = {}

    params["limit"] = limit

    params["cursor"] = cursor

    json_confidence: str | Unset = UNSET
    if not isinstance(confidence, Unset):
        json_confidence = confidence

    params["confidence"] = json_confidence

    json_from_: str | Unset = UNSET
    if not isinstance(from_, Unset):
        json_from_ = from_.isoformat()
    params["from"] = json_from_

    json_to: str | Unset = UNSET
    if not isinstance(to, Unset):
        json_to = to.isoformat()
    params["to"] = json_to

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/collections/{name}/queries".format(
            name=quote(str(name), safe=""),
        ),
        "params": params,
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> ErrorAnswer | LoggedQueryList | None:
    if response.status_code == 200:
        response_200 = LoggedQueryList.from_dict(response.json())

        return response_200

    if response.status_code == 400:
        response_400 = ErrorAnswer.from_dict(response.json())

        return response_400

    if response.status_code == 401:
        response_401 = ErrorAnswer.from_dict(response.json())

        return response_401

    if response.status_code == 403:
        response_403 = ErrorAnswer.from_dict(response.json())

        return response_403

    if response.status_code == 404:
        response_404 = ErrorAnswer.from_dict(response.json())

        return response_404

    if response.status_code == 408:
        response_408 = ErrorAnswer.from_dict(response.json())

        return response_408

    if response.status_code == 409:
        response_409 = ErrorAnswer.from_dict(response.json())

        return response_409

    if response.status_code == 429:
        response_429 = ErrorAnswer.from_dict(response.json())

        return response_429

    if response.status_code == 431:
        response_431 = ErrorAnswer.from_dict(response.json())

        return response_431

    if response.status_code == 500:
        response_500 = ErrorAnswer.from_dict(response.json())

        return response_500

    if response.status_code == 503:
        response_503 = ErrorAnswer.from_dict(response.json())

        return response_503

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[ErrorAnswer | LoggedQueryList]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    name: str,
    *,
    client: AuthenticatedClient,
    limit: int | Unset = 100,
    cursor: str | Unset = UNSET,
    confidence: ConfidenceInput | Unset = UNSET,
    from_: datetime.datetime | Unset = UNSET,
    to: datetime.datetime | Unset = UNSET,
    x_svc_workspace: str | Unset = UNSET,
) -> Response[ErrorAnswer | LoggedQueryList]:
    """List the queries of a collection, newest first

     A query is listed a few seconds after its response, and kept for `query_log_days` of the workspace.
    At most the newest 1,000,000 of a collection are kept. A query with `explain` is not listed.

    Args:
        name (str): Name of the collection
        limit (int | Unset): Entries a page holds Default: 100.
        cursor (str | Unset): `next_cursor` of the page before
        confidence (ConfidenceInput | Unset): high: strong and unambiguous, safe to act on. low:
            plausible but ambiguous, disambiguate first. none: no usable match; results, if any, are
            only the nearest.
        from_ (datetime.datetime | Unset): Only queries at or after this time
        to (datetime.datetime | Unset): Only queries before this time
        x_svc_workspace (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ErrorAnswer | LoggedQueryList]
    """

    kwargs = _get_kwargs(
        name=name,
        limit=limit,
        cursor=cursor,
        confidence=confidence,
        from_=from_,
        to=to,
        x_svc_workspace=x_svc_workspace,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    name: str,
    *,
    client: AuthenticatedClient,
    limit: int | Unset = 100,
    cursor: str | Unset = UNSET,
    confidence: ConfidenceInput | Unset = UNSET,
    from_: datetime.datetime | Unset = UNSET,
    to: datetime.datetime | Unset = UNSET,
    x_svc_workspace: str | Unset = UNSET,
) -> ErrorAnswer | LoggedQueryList | None:
    """List the queries of a collection, newest first

     A query is listed a few seconds after its response, and kept for `query_log_days` of the workspace.
    At most the newest 1,000,000 of a collection are kept. A query with `explain` is not listed.

    Args:
        name (str): Name of the collection
        limit (int | Unset): Entries a page holds Default: 100.
        cursor (str | Unset): `next_cursor` of the page before
        confidence (ConfidenceInput | Unset): high: strong and unambiguous, safe to act on. low:
            plausible but ambiguous, disambiguate first. none: no usable match; results, if any, are
            only the nearest.
        from_ (datetime.datetime | Unset): Only queries at or after this time
        to (datetime.datetime | Unset): Only queries before this time
        x_svc_workspace (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ErrorAnswer | LoggedQueryList
    """

    return sync_detailed(
        name=name,
        client=client,
        limit=limit,
        cursor=cursor,
        confidence=confidence,
        from_=from_,
        to=to,
        x_svc_workspace=x_svc_workspace,
    ).parsed


async def asyncio_detailed(
    name: str,
    *,
    client: AuthenticatedClient,
    limit: int | Unset = 100,
    cursor: str | Unset = UNSET,
    confidence: ConfidenceInput | Unset = UNSET,
    from_: datetime.datetime | Unset = UNSET,
    to: datetime.datetime | Unset = UNSET,
    x_svc_workspace: str | Unset = UNSET,
) -> Response[ErrorAnswer | LoggedQueryList]:
    """List the queries of a collection, newest first

     A query is listed a few seconds after its response, and kept for `query_log_days` of the workspace.
    At most the newest 1,000,000 of a collection are kept. A query with `explain` is not listed.

    Args:
        name (str): Name of the collection
        limit (int | Unset): Entries a page holds Default: 100.
        cursor (str | Unset): `next_cursor` of the page before
        confidence (ConfidenceInput | Unset): high: strong and unambiguous, safe to act on. low:
            plausible but ambiguous, disambiguate first. none: no usable match; results, if any, are
            only the nearest.
        from_ (datetime.datetime | Unset): Only queries at or after this time
        to (datetime.datetime | Unset): Only queries before this time
        x_svc_workspace (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ErrorAnswer | LoggedQueryList]
    """

    kwargs = _get_kwargs(
        name=name,
        limit=limit,
        cursor=cursor,
        confidence=confidence,
        from_=from_,
        to=to,
        x_svc_workspace=x_svc_workspace,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    name: str,
    *,
    client: AuthenticatedClient,
    limit: int | Unset = 100,
    cursor: str | Unset = UNSET,
    confidence: ConfidenceInput | Unset = UNSET,
    from_: datetime.datetime | Unset = UNSET,
    to: datetime.datetime | Unset = UNSET,
    x_svc_workspace: str | Unset = UNSET,
) -> ErrorAnswer | LoggedQueryList | None:
    """List the queries of a collection, newest first

     A query is listed a few seconds after its response, and kept for `query_log_days` of the workspace.
    At most the newest 1,000,000 of a collection are kept. A query with `explain` is not listed.

    Args:
        name (str): Name of the collection
        limit (int | Unset): Entries a page holds Default: 100.
        cursor (str | Unset): `next_cursor` of the page before
        confidence (ConfidenceInput | Unset): high: strong and unambiguous, safe to act on. low:
            plausible but ambiguous, disambiguate first. none: no usable match; results, if any, are
            only the nearest.
        from_ (datetime.datetime | Unset): Only queries at or after this time
        to (datetime.datetime | Unset): Only queries before this time
        x_svc_workspace (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ErrorAnswer | LoggedQueryList
    """

    return (
        await asyncio_detailed(
            name=name,
            client=client,
            limit=limit,
            cursor=cursor,
            confidence=confidence,
            from_=from_,
            to=to,
            x_svc_workspace=x_svc_workspace,
        )
    ).parsed
