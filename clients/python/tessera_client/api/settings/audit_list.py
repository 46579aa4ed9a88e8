import datetime
from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.audit_list import AuditList
from ...models.error_answer import ErrorAnswer
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    limit: int | Unset = 100,
    cursor: str | Unset = UNSET,
    action: str | Unset = UNSET,
    actor: str | Unset = UNSET,
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

    params["action"] = action

    params["actor"] = actor

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
        "url": "/audit",
        "params": params,
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> AuditList | ErrorAnswer | None:
    if response.status_code == 200:
        response_200 = AuditList.from_dict(response.json())

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
) -> Response[AuditList | ErrorAnswer]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    limit: int | Unset = 100,
    cursor: str | Unset = UNSET,
    action: str | Unset = UNSET,
    actor: str | Unset = UNSET,
    from_: datetime.datetime | Unset = UNSET,
    to: datetime.datetime | Unset = UNSET,
    x_svc_workspace: str | Unset = UNSET,
) -> Response[AuditList | ErrorAnswer]:
    """List what was changed in the workspace, newest first

    Args:
        limit (int | Unset): Entries a page holds Default: 100.
        cursor (str | Unset): `next_cursor` of the page before
        action (str | Unset): Only this action
        actor (str | Unset): Only entries of this actor: `actor.id`, or `actor.device.id`
        from_ (datetime.datetime | Unset): Only entries at or after this time
        to (datetime.datetime | Unset): Only entries before this time
        x_svc_workspace (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[AuditList | ErrorAnswer]
    """

    kwargs = _get_kwargs(
        limit=limit,
        cursor=cursor,
        action=action,
        actor=actor,
        from_=from_,
        to=to,
        x_svc_workspace=x_svc_workspace,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient,
    limit: int | Unset = 100,
    cursor: str | Unset = UNSET,
    action: str | Unset = UNSET,
    actor: str | Unset = UNSET,
    from_: datetime.datetime | Unset = UNSET,
    to: datetime.datetime | Unset = UNSET,
    x_svc_workspace: str | Unset = UNSET,
) -> AuditList | ErrorAnswer | None:
    """List what was changed in the workspace, newest first

    Args:
        limit (int | Unset): Entries a page holds Default: 100.
        cursor (str | Unset): `next_cursor` of the page before
        action (str | Unset): Only this action
        actor (str | Unset): Only entries of this actor: `actor.id`, or `actor.device.id`
        from_ (datetime.datetime | Unset): Only entries at or after this time
        to (datetime.datetime | Unset): Only entries before this time
        x_svc_workspace (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        AuditList | ErrorAnswer
    """

    return sync_detailed(
        client=client,
        limit=limit,
        cursor=cursor,
        action=action,
        actor=actor,
        from_=from_,
        to=to,
        x_svc_workspace=x_svc_workspace,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    limit: int | Unset = 100,
    cursor: str | Unset = UNSET,
    action: str | Unset = UNSET,
    actor: str | Unset = UNSET,
    from_: datetime.datetime | Unset = UNSET,
    to: datetime.datetime | Unset = UNSET,
    x_svc_workspace: str | Unset = UNSET,
) -> Response[AuditList | ErrorAnswer]:
    """List what was changed in the workspace, newest first

    Args:
        limit (int | Unset): Entries a page holds Default: 100.
        cursor (str | Unset): `next_cursor` of the page before
        action (str | Unset): Only this action
        actor (str | Unset): Only entries of this actor: `actor.id`, or `actor.device.id`
        from_ (datetime.datetime | Unset): Only entries at or after this time
        to (datetime.datetime | Unset): Only entries before this time
        x_svc_workspace (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[AuditList | ErrorAnswer]
    """

    kwargs = _get_kwargs(
        limit=limit,
        cursor=cursor,
        action=action,
        actor=actor,
        from_=from_,
        to=to,
        x_svc_workspace=x_svc_workspace,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient,
    limit: int | Unset = 100,
    cursor: str | Unset = UNSET,
    action: str | Unset = UNSET,
    actor: str | Unset = UNSET,
    from_: datetime.datetime | Unset = UNSET,
    to: datetime.datetime | Unset = UNSET,
    x_svc_workspace: str | Unset = UNSET,
) -> AuditList | ErrorAnswer | None:
    """List what was changed in the workspace, newest first

    Args:
        limit (int | Unset): Entries a page holds Default: 100.
        cursor (str | Unset): `next_cursor` of the page before
        action (str | Unset): Only this action
        actor (str | Unset): Only entries of this actor: `actor.id`, or `actor.device.id`
        from_ (datetime.datetime | Unset): Only entries at or after this time
        to (datetime.datetime | Unset): Only entries before this time
        x_svc_workspace (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        AuditList | ErrorAnswer
    """

    return (
        await asyncio_detailed(
            client=client,
            limit=limit,
            cursor=cursor,
            action=action,
            actor=actor,
            from_=from_,
            to=to,
            x_svc_workspace=x_svc_workspace,
        )
    ).parsed
