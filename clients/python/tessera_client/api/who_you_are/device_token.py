from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.device_error import DeviceError
from ...models.device_token import DeviceToken
from ...models.device_token_request_input import DeviceTokenRequestInput
from ...models.error_answer import ErrorAnswer
from ...types import UNSET, Response


def _get_kwargs(
    *,
    body: DeviceTokenRequestInput | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/auth/device/token",
    }

    if isinstance(body, DeviceTokenRequestInput):
        _kwargs["json"] = body.to_dict()

        headers["Content-Type"] = "application/json"
    if isinstance(body, DeviceTokenRequestInput):
        _kwargs["data"] = body.to_dict()
        headers["Content-Type"] = "application/x-www-form-urlencoded"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> DeviceError | DeviceToken | ErrorAnswer | None:
    if response.status_code == 200:
        response_200 = DeviceToken.from_dict(response.json())

        return response_200

    if response.status_code == 400:
        response_400 = DeviceError.from_dict(response.json())

        return response_400

    if response.status_code == 408:
        response_408 = ErrorAnswer.from_dict(response.json())

        return response_408

    if response.status_code == 413:
        response_413 = DeviceError.from_dict(response.json())

        return response_413

    if response.status_code == 415:
        response_415 = DeviceError.from_dict(response.json())

        return response_415

    if response.status_code == 417:
        response_417 = ErrorAnswer.from_dict(response.json())

        return response_417

    if response.status_code == 429:
        response_429 = DeviceError.from_dict(response.json())

        return response_429

    if response.status_code == 431:
        response_431 = ErrorAnswer.from_dict(response.json())

        return response_431

    if response.status_code == 500:
        response_500 = DeviceError.from_dict(response.json())

        return response_500

    if response.status_code == 503:
        response_503 = DeviceError.from_dict(response.json())

        return response_503

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[DeviceError | DeviceToken | ErrorAnswer]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: DeviceTokenRequestInput | Unset = UNSET,
) -> Response[DeviceError | DeviceToken | ErrorAnswer]:
    """Poll for the personal token of a device (RFC 8628)

    Args:
        body (DeviceTokenRequestInput):
        body (DeviceTokenRequestInput):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[DeviceError | DeviceToken | ErrorAnswer]
    """

    kwargs = _get_kwargs(
        body=body,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient,
    body: DeviceTokenRequestInput | Unset = UNSET,
) -> DeviceError | DeviceToken | ErrorAnswer | None:
    """Poll for the personal token of a device (RFC 8628)

    Args:
        body (DeviceTokenRequestInput):
        body (DeviceTokenRequestInput):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        DeviceError | DeviceToken | ErrorAnswer
    """

    return sync_detailed(
        client=client,
        body=body,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: DeviceTokenRequestInput | Unset = UNSET,
) -> Response[DeviceError | DeviceToken | ErrorAnswer]:
    """Poll for the personal token of a device (RFC 8628)

    Args:
        body (DeviceTokenRequestInput):
        body (DeviceTokenRequestInput):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[DeviceError | DeviceToken | ErrorAnswer]
    """

    kwargs = _get_kwargs(
        body=body,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient,
    body: DeviceTokenRequestInput | Unset = UNSET,
) -> DeviceError | DeviceToken | ErrorAnswer | None:
    """Poll for the personal token of a device (RFC 8628)

    Args:
        body (DeviceTokenRequestInput):
        body (DeviceTokenRequestInput):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        DeviceError | DeviceToken | ErrorAnswer
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
        )
    ).parsed
