from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.collection_statistics import CollectionStatistics
from ...models.error_answer import ErrorAnswer
from ...types import UNSET, Response, Unset


def _get_kwargs(
    name: str,
    *,
    days: int | Unset = 30,
    x_svc_workspace: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(x_svc_workspace, Unset):
        headers["X-Svc-Workspace"] = x_svc_workspace

    params: dict[str, Any] = {}

    params["days"] = days

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/collections/{name}/statistics".format(
            name=quote(str(name), safe=""),
        ),
        "params": params,
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> CollectionStatistics | ErrorAnswer | None:
    if response.status_code == 200:
        response_200 = CollectionStatistics.from_dict(response.json())

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
) -> Response[CollectionStatistics | ErrorAnswer]:
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
    days: int | Unset = 30,
    x_svc_workspace: str | Unset = UNSET,
) -> Response[CollectionStatistics | ErrorAnswer]:
    """Count the verdicts and the records written, day by day

     The last day is today, in UTC. A day without activity counts 0. Queries with `explain` are not
    counted.

    Args:
        name (str): Name of the collection
        days (int | Unset):  Default: 30.
        x_svc_workspace (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[CollectionStatistics | ErrorAnswer]
    """

    kwargs = _get_kwargs(
        name=name,
        days=days,
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
    days: int | Unset = 30,
    x_svc_workspace: str | Unset = UNSET,
) -> CollectionStatistics | ErrorAnswer | None:
    """Count the verdicts and the records written, day by day

     The last day is today, in UTC. A day without activity counts 0. Queries with `explain` are not
    counted.

    Args:
        name (str): Name of the collection
        days (int | Unset):  Default: 30.
        x_svc_workspace (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        CollectionStatistics | ErrorAnswer
    """

    return sync_detailed(
        name=name,
        client=client,
        days=days,
        x_svc_workspace=x_svc_workspace,
    ).parsed


async def asyncio_detailed(
    name: str,
    *,
    client: AuthenticatedClient,
    days: int | Unset = 30,
    x_svc_workspace: str | Unset = UNSET,
) -> Response[CollectionStatistics | ErrorAnswer]:
    """Count the verdicts and the records written, day by day

     The last day is today, in UTC. A day without activity counts 0. Queries with `explain` are not
    counted.

    Args:
        name (str): Name of the collection
        days (int | Unset):  Default: 30.
        x_svc_workspace (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[CollectionStatistics | ErrorAnswer]
    """

    kwargs = _get_kwargs(
        name=name,
        days=days,
        x_svc_workspace=x_svc_workspace,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    name: str,
    *,
    client: AuthenticatedClient,
    days: int | Unset = 30,
    x_svc_workspace: str | Unset = UNSET,
) -> CollectionStatistics | ErrorAnswer | None:
    """Count the verdicts and the records written, day by day

     The last day is today, in UTC. A day without activity counts 0. Queries with `explain` are not
    counted.

    Args:
        name (str): Name of the collection
        days (int | Unset):  Default: 30.
        x_svc_workspace (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        CollectionStatistics | ErrorAnswer
    """

    return (
        await asyncio_detailed(
            name=name,
            client=client,
            days=days,
            x_svc_workspace=x_svc_workspace,
        )
    ).parsed
