from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.error_answer import ErrorAnswer
from ...models.workspace_settings import WorkspaceSettings
from ...models.workspace_settings_update_input import WorkspaceSettingsUpdateInput
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    body: WorkspaceSettingsUpdateInput,
    x_svc_workspace: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(x_svc_workspace, Unset):
        headers["X-Svc-Workspace"] = x_svc_workspace

    _kwargs: dict[str, Any] = {
        "method": "patch",
        "url": "/settings/workspace",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> ErrorAnswer | WorkspaceSettings | None:
    if response.status_code == 200:
        response_200 = WorkspaceSettings.from_dict(response.json())

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
) -> Response[ErrorAnswer | WorkspaceSettings]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: WorkspaceSettingsUpdateInput,
    x_svc_workspace: str | Unset = UNSET,
) -> Response[ErrorAnswer | WorkspaceSettings]:
    """Rename the workspace, set its colour and logo, and how long queries are kept

    Args:
        x_svc_workspace (str | Unset):
        body (WorkspaceSettingsUpdateInput):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ErrorAnswer | WorkspaceSettings]
    """

    kwargs = _get_kwargs(
        body=body,
        x_svc_workspace=x_svc_workspace,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient,
    body: WorkspaceSettingsUpdateInput,
    x_svc_workspace: str | Unset = UNSET,
) -> ErrorAnswer | WorkspaceSettings | None:
    """Rename the workspace, set its colour and logo, and how long queries are kept

    Args:
        x_svc_workspace (str | Unset):
        body (WorkspaceSettingsUpdateInput):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ErrorAnswer | WorkspaceSettings
    """

    return sync_detailed(
        client=client,
        body=body,
        x_svc_workspace=x_svc_workspace,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: WorkspaceSettingsUpdateInput,
    x_svc_workspace: str | Unset = UNSET,
) -> Response[ErrorAnswer | WorkspaceSettings]:
    """Rename the workspace, set its colour and logo, and how long queries are kept

    Args:
        x_svc_workspace (str | Unset):
        body (WorkspaceSettingsUpdateInput):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ErrorAnswer | WorkspaceSettings]
    """

    kwargs = _get_kwargs(
        body=body,
        x_svc_workspace=x_svc_workspace,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient,
    body: WorkspaceSettingsUpdateInput,
    x_svc_workspace: str | Unset = UNSET,
) -> ErrorAnswer | WorkspaceSettings | None:
    """Rename the workspace, set its colour and logo, and how long queries are kept

    Args:
        x_svc_workspace (str | Unset):
        body (WorkspaceSettingsUpdateInput):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ErrorAnswer | WorkspaceSettings
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
            x_svc_workspace=x_svc_workspace,
        )
    ).parsed
