from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.error_answer import ErrorAnswer
from ...models.person_invited import PersonInvited
from ...types import UNSET, Response, Unset


def _get_kwargs(
    id: str,
    *,
    x_svc_workspace: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(x_svc_workspace, Unset):
        headers["X-Svc-Workspace"] = x_svc_workspace

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/settings/people/{id}/invite".format(
            id=quote(str(id), safe=""),
        ),
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> ErrorAnswer | PersonInvited | None:
    if response.status_code == 200:
        response_200 = PersonInvited.from_dict(response.json())

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
) -> Response[ErrorAnswer | PersonInvited]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    id: str,
    *,
    client: AuthenticatedClient,
    x_svc_workspace: str | Unset = UNSET,
) -> Response[ErrorAnswer | PersonInvited]:
    """Send the invite again to a person who has not signed in

     The mail links to the sign-in page and does not contain a credential. One person is sent at most 5 a
    day by this route; after that, the response is `rate_limited`.

    Args:
        id (str):
        x_svc_workspace (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ErrorAnswer | PersonInvited]
    """

    kwargs = _get_kwargs(
        id=id,
        x_svc_workspace=x_svc_workspace,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    id: str,
    *,
    client: AuthenticatedClient,
    x_svc_workspace: str | Unset = UNSET,
) -> ErrorAnswer | PersonInvited | None:
    """Send the invite again to a person who has not signed in

     The mail links to the sign-in page and does not contain a credential. One person is sent at most 5 a
    day by this route; after that, the response is `rate_limited`.

    Args:
        id (str):
        x_svc_workspace (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ErrorAnswer | PersonInvited
    """

    return sync_detailed(
        id=id,
        client=client,
        x_svc_workspace=x_svc_workspace,
    ).parsed


async def asyncio_detailed(
    id: str,
    *,
    client: AuthenticatedClient,
    x_svc_workspace: str | Unset = UNSET,
) -> Response[ErrorAnswer | PersonInvited]:
    """Send the invite again to a person who has not signed in

     The mail links to the sign-in page and does not contain a credential. One person is sent at most 5 a
    day by this route; after that, the response is `rate_limited`.

    Args:
        id (str):
        x_svc_workspace (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ErrorAnswer | PersonInvited]
    """

    kwargs = _get_kwargs(
        id=id,
        x_svc_workspace=x_svc_workspace,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    id: str,
    *,
    client: AuthenticatedClient,
    x_svc_workspace: str | Unset = UNSET,
) -> ErrorAnswer | PersonInvited | None:
    """Send the invite again to a person who has not signed in

     The mail links to the sign-in page and does not contain a credential. One person is sent at most 5 a
    day by this route; after that, the response is `rate_limited`.

    Args:
        id (str):
        x_svc_workspace (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ErrorAnswer | PersonInvited
    """

    return (
        await asyncio_detailed(
            id=id,
            client=client,
            x_svc_workspace=x_svc_workspace,
        )
    ).parsed
