from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.document_written import DocumentWritten
from ...models.error_answer import ErrorAnswer
from ...types import UNSET, File, Response, Unset


def _get_kwargs(
    repo: str,
    path: str,
    *,
    body: File,
    message: str | Unset = UNSET,
    if_match: str | Unset = UNSET,
    if_none_match: str | Unset = UNSET,
    x_svc_workspace: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["if-match"] = if_match

    if not isinstance(if_none_match, Unset):
        headers["if-none-match"] = if_none_match

    if not isinstance(x_svc_workspace, Unset):
        headers["X-Svc-Workspace"] = x_svc_workspace

    params: dict[str, Any] = {}

    params["message"] = message

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "put",
        "url": "/raw/{repo}/{path}".format(
            repo=quote(str(repo), safe=""),
            path=quote(str(path), safe=""),
        ),
        "params": params,
    }

    _kwargs["content"] = body.payload
    headers["Content-Type"] = "*/*"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> DocumentWritten | ErrorAnswer | None:
    if response.status_code == 200:
        response_200 = DocumentWritten.from_dict(response.json())

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

    if response.status_code == 412:
        response_412 = ErrorAnswer.from_dict(response.json())

        return response_412

    if response.status_code == 413:
        response_413 = ErrorAnswer.from_dict(response.json())

        return response_413

    if response.status_code == 415:
        response_415 = ErrorAnswer.from_dict(response.json())

        return response_415

    if response.status_code == 417:
        response_417 = ErrorAnswer.from_dict(response.json())

        return response_417

    if response.status_code == 428:
        response_428 = ErrorAnswer.from_dict(response.json())

        return response_428

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
) -> Response[DocumentWritten | ErrorAnswer]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    repo: str,
    path: str,
    *,
    client: AuthenticatedClient,
    body: File,
    message: str | Unset = UNSET,
    if_match: str | Unset = UNSET,
    if_none_match: str | Unset = UNSET,
    x_svc_workspace: str | Unset = UNSET,
) -> Response[DocumentWritten | ErrorAnswer]:
    """Write a file as it is

     Requires `If-Match` with the ETag last seen, or `If-None-Match: *` for a new file.

    Args:
        repo (str):
        path (str): The rest of the address, slashes included
        message (str | Unset): Default: a line that describes the change
        if_match (str | Unset):
        if_none_match (str | Unset):
        x_svc_workspace (str | Unset):
        body (File):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[DocumentWritten | ErrorAnswer]
    """

    kwargs = _get_kwargs(
        repo=repo,
        path=path,
        body=body,
        message=message,
        if_match=if_match,
        if_none_match=if_none_match,
        x_svc_workspace=x_svc_workspace,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    repo: str,
    path: str,
    *,
    client: AuthenticatedClient,
    body: File,
    message: str | Unset = UNSET,
    if_match: str | Unset = UNSET,
    if_none_match: str | Unset = UNSET,
    x_svc_workspace: str | Unset = UNSET,
) -> DocumentWritten | ErrorAnswer | None:
    """Write a file as it is

     Requires `If-Match` with the ETag last seen, or `If-None-Match: *` for a new file.

    Args:
        repo (str):
        path (str): The rest of the address, slashes included
        message (str | Unset): Default: a line that describes the change
        if_match (str | Unset):
        if_none_match (str | Unset):
        x_svc_workspace (str | Unset):
        body (File):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        DocumentWritten | ErrorAnswer
    """

    return sync_detailed(
        repo=repo,
        path=path,
        client=client,
        body=body,
        message=message,
        if_match=if_match,
        if_none_match=if_none_match,
        x_svc_workspace=x_svc_workspace,
    ).parsed


async def asyncio_detailed(
    repo: str,
    path: str,
    *,
    client: AuthenticatedClient,
    body: File,
    message: str | Unset = UNSET,
    if_match: str | Unset = UNSET,
    if_none_match: str | Unset = UNSET,
    x_svc_workspace: str | Unset = UNSET,
) -> Response[DocumentWritten | ErrorAnswer]:
    """Write a file as it is

     Requires `If-Match` with the ETag last seen, or `If-None-Match: *` for a new file.

    Args:
        repo (str):
        path (str): The rest of the address, slashes included
        message (str | Unset): Default: a line that describes the change
        if_match (str | Unset):
        if_none_match (str | Unset):
        x_svc_workspace (str | Unset):
        body (File):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[DocumentWritten | ErrorAnswer]
    """

    kwargs = _get_kwargs(
        repo=repo,
        path=path,
        body=body,
        message=message,
        if_match=if_match,
        if_none_match=if_none_match,
        x_svc_workspace=x_svc_workspace,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    repo: str,
    path: str,
    *,
    client: AuthenticatedClient,
    body: File,
    message: str | Unset = UNSET,
    if_match: str | Unset = UNSET,
    if_none_match: str | Unset = UNSET,
    x_svc_workspace: str | Unset = UNSET,
) -> DocumentWritten | ErrorAnswer | None:
    """Write a file as it is

     Requires `If-Match` with the ETag last seen, or `If-None-Match: *` for a new file.

    Args:
        repo (str):
        path (str): The rest of the address, slashes included
        message (str | Unset): Default: a line that describes the change
        if_match (str | Unset):
        if_none_match (str | Unset):
        x_svc_workspace (str | Unset):
        body (File):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        DocumentWritten | ErrorAnswer
    """

    return (
        await asyncio_detailed(
            repo=repo,
            path=path,
            client=client,
            body=body,
            message=message,
            if_match=if_match,
            if_none_match=if_none_match,
            x_svc_workspace=x_svc_workspace,
        )
    ).parsed
