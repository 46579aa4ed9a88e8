from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.error_answer import ErrorAnswer
from ...models.member_ensure_input import MemberEnsureInput
from ...models.member_ensured import MemberEnsured
from ...types import UNSET, Response, Unset


def _get_kwargs(
    identifier: str,
    *,
    body: MemberEnsureInput,
    x_svc_workspace: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(x_svc_workspace, Unset):
        headers["X-Svc-Workspace"] = x_svc_workspace

    _kwargs: dict[str, Any] = {
        "method": "put",
        "url": "/v1/members/{identifier}".format(
            identifier=quote(str(identifier), safe=""),
        ),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> ErrorAnswer | MemberEnsured | None:
    if response.status_code == 200:
        response_200 = MemberEnsured.from_dict(response.json())

        return response_200

    if response.status_code == 400:
        response_400 = ErrorAnswer.from_dict(response.json())

        return response_400

    if response.status_code == 401:
        response_401 = ErrorAnswer.from_dict(response.json())

        return response_401

    if response.status_code == 402:
        response_402 = ErrorAnswer.from_dict(response.json())

        return response_402

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

    if response.status_code == 413:
        response_413 = ErrorAnswer.from_dict(response.json())

        return response_413

    if response.status_code == 415:
        response_415 = ErrorAnswer.from_dict(response.json())

        return response_415

    if response.status_code == 417:
        response_417 = ErrorAnswer.from_dict(response.json())

        return response_417

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
) -> Response[ErrorAnswer | MemberEnsured]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    identifier: str,
    *,
    client: AuthenticatedClient,
    body: MemberEnsureInput,
    x_svc_workspace: str | Unset = UNSET,
) -> Response[ErrorAnswer | MemberEnsured]:
    """Make sure that a person has a grant, creating or changing it if necessary

     The identifier is an e-mail address. Omitted keys keep their values; a new member gets the defaults
    of a grant. An expired grant without `expires_at` in the body no longer expires. Sending the same
    body again returns `unchanged` and sends no second invite.

    Args:
        identifier (str):
        x_svc_workspace (str | Unset):
        body (MemberEnsureInput):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ErrorAnswer | MemberEnsured]
    """

    kwargs = _get_kwargs(
        identifier=identifier,
        body=body,
        x_svc_workspace=x_svc_workspace,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    identifier: str,
    *,
    client: AuthenticatedClient,
    body: MemberEnsureInput,
    x_svc_workspace: str | Unset = UNSET,
) -> ErrorAnswer | MemberEnsured | None:
    """Make sure that a person has a grant, creating or changing it if necessary

     The identifier is an e-mail address. Omitted keys keep their values; a new member gets the defaults
    of a grant. An expired grant without `expires_at` in the body no longer expires. Sending the same
    body again returns `unchanged` and sends no second invite.

    Args:
        identifier (str):
        x_svc_workspace (str | Unset):
        body (MemberEnsureInput):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ErrorAnswer | MemberEnsured
    """

    return sync_detailed(
        identifier=identifier,
        client=client,
        body=body,
        x_svc_workspace=x_svc_workspace,
    ).parsed


async def asyncio_detailed(
    identifier: str,
    *,
    client: AuthenticatedClient,
    body: MemberEnsureInput,
    x_svc_workspace: str | Unset = UNSET,
) -> Response[ErrorAnswer | MemberEnsured]:
    """Make sure that a person has a grant, creating or changing it if necessary

     The identifier is an e-mail address. Omitted keys keep their values; a new member gets the defaults
    of a grant. An expired grant without `expires_at` in the body no longer expires. Sending the same
    body again returns `unchanged` and sends no second invite.

    Args:
        identifier (str):
        x_svc_workspace (str | Unset):
        body (MemberEnsureInput):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ErrorAnswer | MemberEnsured]
    """

    kwargs = _get_kwargs(
        identifier=identifier,
        body=body,
        x_svc_workspace=x_svc_workspace,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    identifier: str,
    *,
    client: AuthenticatedClient,
    body: MemberEnsureInput,
    x_svc_workspace: str | Unset = UNSET,
) -> ErrorAnswer | MemberEnsured | None:
    """Make sure that a person has a grant, creating or changing it if necessary

     The identifier is an e-mail address. Omitted keys keep their values; a new member gets the defaults
    of a grant. An expired grant without `expires_at` in the body no longer expires. Sending the same
    body again returns `unchanged` and sends no second invite.

    Args:
        identifier (str):
        x_svc_workspace (str | Unset):
        body (MemberEnsureInput):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ErrorAnswer | MemberEnsured
    """

    return (
        await asyncio_detailed(
            identifier=identifier,
            client=client,
            body=body,
            x_svc_workspace=x_svc_workspace,
        )
    ).parsed
