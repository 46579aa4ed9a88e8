from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.batch_ingested import BatchIngested
from ...models.error_answer import ErrorAnswer
from ...models.record_ingested import RecordIngested
from ...models.record_input import RecordInput
from ...types import UNSET, Response, Unset


def _get_kwargs(
    secret: str,
    *,
    body: RecordInput,
    validation_token: str | Unset = UNSET,
    x_svc_workspace: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(x_svc_workspace, Unset):
        headers["X-Svc-Workspace"] = x_svc_workspace

    params: dict[str, Any] = {}

    params["validationToken"] = validation_token

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/ingest/{secret}".format(
            secret=quote(str(secret), safe=""),
        ),
        "params": params,
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> BatchIngested | RecordIngested | str | ErrorAnswer | None:
    if response.status_code == 200:

        def _parse_response_200(data: object) -> BatchIngested | RecordIngested | str:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_delivered_type_0 = RecordIngested.from_dict(data)

                return componentsschemas_delivered_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_delivered_type_1 = BatchIngested.from_dict(data)

                return componentsschemas_delivered_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(BatchIngested | RecordIngested | str, data)

        response_200 = _parse_response_200(response.json())

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

    if response.status_code == 422:
        response_422 = ErrorAnswer.from_dict(response.json())

        return response_422

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
) -> Response[BatchIngested | RecordIngested | str | ErrorAnswer]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    secret: str,
    *,
    client: AuthenticatedClient,
    body: RecordInput,
    validation_token: str | Unset = UNSET,
    x_svc_workspace: str | Unset = UNSET,
) -> Response[BatchIngested | RecordIngested | str | ErrorAnswer]:
    """Upsert one record

     The body is the record as JSON; `Content-Type` is optional. The record is embedded before the
    response, or later if the embedder fails. If the collection has a `mapping`, the body is what the
    mapping reads. If the mapping has `records`, the response is that of a batch. A missing or wrong
    signature returns `invalid_credential`.

    Args:
        secret (str): The secret of the ingest URL
        validation_token (str | Unset): Sent by Business Central for a new subscription; it is
            returned, and nothing is written
        x_svc_workspace (str | Unset):
        body (RecordInput): A flat record of the source system. Every field is stored as sent.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[BatchIngested | RecordIngested | str | ErrorAnswer]
    """

    kwargs = _get_kwargs(
        secret=secret,
        body=body,
        validation_token=validation_token,
        x_svc_workspace=x_svc_workspace,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    secret: str,
    *,
    client: AuthenticatedClient,
    body: RecordInput,
    validation_token: str | Unset = UNSET,
    x_svc_workspace: str | Unset = UNSET,
) -> BatchIngested | RecordIngested | str | ErrorAnswer | None:
    """Upsert one record

     The body is the record as JSON; `Content-Type` is optional. The record is embedded before the
    response, or later if the embedder fails. If the collection has a `mapping`, the body is what the
    mapping reads. If the mapping has `records`, the response is that of a batch. A missing or wrong
    signature returns `invalid_credential`.

    Args:
        secret (str): The secret of the ingest URL
        validation_token (str | Unset): Sent by Business Central for a new subscription; it is
            returned, and nothing is written
        x_svc_workspace (str | Unset):
        body (RecordInput): A flat record of the source system. Every field is stored as sent.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        BatchIngested | RecordIngested | str | ErrorAnswer
    """

    return sync_detailed(
        secret=secret,
        client=client,
        body=body,
        validation_token=validation_token,
        x_svc_workspace=x_svc_workspace,
    ).parsed


async def asyncio_detailed(
    secret: str,
    *,
    client: AuthenticatedClient,
    body: RecordInput,
    validation_token: str | Unset = UNSET,
    x_svc_workspace: str | Unset = UNSET,
) -> Response[BatchIngested | RecordIngested | str | ErrorAnswer]:
    """Upsert one record

     The body is the record as JSON; `Content-Type` is optional. The record is embedded before the
    response, or later if the embedder fails. If the collection has a `mapping`, the body is what the
    mapping reads. If the mapping has `records`, the response is that of a batch. A missing or wrong
    signature returns `invalid_credential`.

    Args:
        secret (str): The secret of the ingest URL
        validation_token (str | Unset): Sent by Business Central for a new subscription; it is
            returned, and nothing is written
        x_svc_workspace (str | Unset):
        body (RecordInput): A flat record of the source system. Every field is stored as sent.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[BatchIngested | RecordIngested | str | ErrorAnswer]
    """

    kwargs = _get_kwargs(
        secret=secret,
        body=body,
        validation_token=validation_token,
        x_svc_workspace=x_svc_workspace,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    secret: str,
    *,
    client: AuthenticatedClient,
    body: RecordInput,
    validation_token: str | Unset = UNSET,
    x_svc_workspace: str | Unset = UNSET,
) -> BatchIngested | RecordIngested | str | ErrorAnswer | None:
    """Upsert one record

     The body is the record as JSON; `Content-Type` is optional. The record is embedded before the
    response, or later if the embedder fails. If the collection has a `mapping`, the body is what the
    mapping reads. If the mapping has `records`, the response is that of a batch. A missing or wrong
    signature returns `invalid_credential`.

    Args:
        secret (str): The secret of the ingest URL
        validation_token (str | Unset): Sent by Business Central for a new subscription; it is
            returned, and nothing is written
        x_svc_workspace (str | Unset):
        body (RecordInput): A flat record of the source system. Every field is stored as sent.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        BatchIngested | RecordIngested | str | ErrorAnswer
    """

    return (
        await asyncio_detailed(
            secret=secret,
            client=client,
            body=body,
            validation_token=validation_token,
            x_svc_workspace=x_svc_workspace,
        )
    ).parsed
