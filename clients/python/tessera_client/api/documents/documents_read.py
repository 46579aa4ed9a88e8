from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.document_content import DocumentContent
from ...models.error_answer import ErrorAnswer
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    path: str,
    version: str | Unset = UNSET,
    offset: int | Unset = UNSET,
    x_svc_workspace: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(x_svc_workspace, Unset):
        headers["X-Svc-Workspace"] = x_svc_workspace

    params: dict[str, Any] = {}

    params["path"] = path

    params["version"] = version

    params["offset"] = offset

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/documents/content",
        "params": params,
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> DocumentContent | ErrorAnswer | None:
    if response.status_code == 200:
        response_200 = DocumentContent.from_dict(response.json())

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
) -> Response[DocumentContent | ErrorAnswer]:
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
    version: str | Unset = UNSET,
    offset: int | Unset = UNSET,
    x_svc_workspace: str | Unset = UNSET,
) -> Response[DocumentContent | ErrorAnswer]:
    """Read a document, or one of its versions, as text

     With `offset`, returns at most 60000 characters (UTF-16) from there, and `next_offset` if there are
    more.

    Args:
        path (str): Whole path of a document: the name of its repo, a slash, and its path there,
            as in handbook/start.md
        version (str | Unset): A version of the document, as its history gives it
        offset (int | Unset): The first character (UTF-16)
        x_svc_workspace (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[DocumentContent | ErrorAnswer]
    """

    kwargs = _get_kwargs(
        path=path,
        version=version,
        offset=offset,
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
    version: str | Unset = UNSET,
    offset: int | Unset = UNSET,
    x_svc_workspace: str | Unset = UNSET,
) -> DocumentContent | ErrorAnswer | None:
    """Read a document, or one of its versions, as text

     With `offset`, returns at most 60000 characters (UTF-16) from there, and `next_offset` if there are
    more.

    Args:
        path (str): Whole path of a document: the name of its repo, a slash, and its path there,
            as in handbook/start.md
        version (str | Unset): A version of the document, as its history gives it
        offset (int | Unset): The first character (UTF-16)
        x_svc_workspace (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        DocumentContent | ErrorAnswer
    """

    return sync_detailed(
        client=client,
        path=path,
        version=version,
        offset=offset,
        x_svc_workspace=x_svc_workspace,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    path: str,
    version: str | Unset = UNSET,
    offset: int | Unset = UNSET,
    x_svc_workspace: str | Unset = UNSET,
) -> Response[DocumentContent | ErrorAnswer]:
    """Read a document, or one of its versions, as text

     With `offset`, returns at most 60000 characters (UTF-16) from there, and `next_offset` if there are
    more.

    Args:
        path (str): Whole path of a document: the name of its repo, a slash, and its path there,
            as in handbook/start.md
        version (str | Unset): A version of the document, as its history gives it
        offset (int | Unset): The first character (UTF-16)
        x_svc_workspace (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[DocumentContent | ErrorAnswer]
    """

    kwargs = _get_kwargs(
        path=path,
        version=version,
        offset=offset,
        x_svc_workspace=x_svc_workspace,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient,
    path: str,
    version: str | Unset = UNSET,
    offset: int | Unset = UNSET,
    x_svc_workspace: str | Unset = UNSET,
) -> DocumentContent | ErrorAnswer | None:
    """Read a document, or one of its versions, as text

     With `offset`, returns at most 60000 characters (UTF-16) from there, and `next_offset` if there are
    more.

    Args:
        path (str): Whole path of a document: the name of its repo, a slash, and its path there,
            as in handbook/start.md
        version (str | Unset): A version of the document, as its history gives it
        offset (int | Unset): The first character (UTF-16)
        x_svc_workspace (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        DocumentContent | ErrorAnswer
    """

    return (
        await asyncio_detailed(
            client=client,
            path=path,
            version=version,
            offset=offset,
            x_svc_workspace=x_svc_workspace,
        )
    ).parsed
