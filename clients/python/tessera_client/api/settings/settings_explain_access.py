from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.error_answer import ErrorAnswer
from ...models.holder_access_explanation import HolderAccessExplanation
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    path: str,
    holder: str,
    x_svc_workspace: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(x_svc_workspace, Unset):
        headers["X-Svc-Workspace"] = x_svc_workspace

    params: dict[str, Any] = {}

    params["path"] = path

    params["holder"] = holder

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/settings/access/explain",
        "params": params,
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> ErrorAnswer | HolderAccessExplanation | None:
    if response.status_code == 200:
        response_200 = HolderAccessExplanation.from_dict(response.json())

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
) -> Response[ErrorAnswer | HolderAccessExplanation]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    path: str,
    holder: str,
    x_svc_workspace: str | Unset = UNSET,
) -> Response[ErrorAnswer | HolderAccessExplanation]:
    """Show whether someone can read a document path, and through which patterns

    Args:
        path (str): A document path such as handbook/pricing.md
        holder (str): `membership:<id>`, `reader:<id>` or `token:<id>`
        x_svc_workspace (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ErrorAnswer | HolderAccessExplanation]
    """

    kwargs = _get_kwargs(
        path=path,
        holder=holder,
        x_svc_workspace=x_svc_workspace,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient,
    path: str,
    holder: str,
    x_svc_workspace: str | Unset = UNSET,
) -> ErrorAnswer | HolderAccessExplanation | None:
    """Show whether someone can read a document path, and through which patterns

    Args:
        path (str): A document path such as handbook/pricing.md
        holder (str): `membership:<id>`, `reader:<id>` or `token:<id>`
        x_svc_workspace (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ErrorAnswer | HolderAccessExplanation
    """

    return sync_detailed(
        client=client,
        path=path,
        holder=holder,
        x_svc_workspace=x_svc_workspace,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    path: str,
    holder: str,
    x_svc_workspace: str | Unset = UNSET,
) -> Response[ErrorAnswer | HolderAccessExplanation]:
    """Show whether someone can read a document path, and through which patterns

    Args:
        path (str): A document path such as handbook/pricing.md
        holder (str): `membership:<id>`, `reader:<id>` or `token:<id>`
        x_svc_workspace (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ErrorAnswer | HolderAccessExplanation]
    """

    kwargs = _get_kwargs(
        path=path,
        holder=holder,
        x_svc_workspace=x_svc_workspace,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient,
    path: str,
    holder: str,
    x_svc_workspace: str | Unset = UNSET,
) -> ErrorAnswer | HolderAccessExplanation | None:
    """Show whether someone can read a document path, and through which patterns

    Args:
        path (str): A document path such as handbook/pricing.md
        holder (str): `membership:<id>`, `reader:<id>` or `token:<id>`
        x_svc_workspace (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ErrorAnswer | HolderAccessExplanation
    """

    return (
        await asyncio_detailed(
            client=client,
            path=path,
            holder=holder,
            x_svc_workspace=x_svc_workspace,
        )
    ).parsed
