from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.error_answer import ErrorAnswer
from ...models.record_upsert_input import RecordUpsertInput
from ...models.records_written import RecordsWritten
from ...types import UNSET, Response, Unset


def _get_kwargs(
    name: str,
    *,
    body: RecordUpsertInput,
    x_svc_workspace: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(x_svc_workspace, Unset):
        headers["X-Svc-Workspace"] = x_svc_workspace

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/collections/{name}/records".format(
            name=quote(str(name), safe=""),
        ),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> ErrorAnswer | RecordsWritten | None:
    if response.status_code == 200:
        response_200 = RecordsWritten.from_dict(response.json())

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
) -> Response[ErrorAnswer | RecordsWritten]:
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
    body: RecordUpsertInput,
    x_svc_workspace: str | Unset = UNSET,
) -> Response[ErrorAnswer | RecordsWritten]:
    """Write records with the credential of the caller

     A record replaces the stored one: fields that the caller can see and does not send are removed. With
    `mode: "merge"` they are kept, and `null` removes one. A deleted record has no fields to keep.
    `expect` names the version that a record must have; otherwise the record fails with
    `version_mismatch`. Each record is applied separately: an invalid one does not affect the others.
    Retries are idempotent. Every accepted record is embedded before the response, or later if the
    embedder fails. `dry_run` runs every check, stores nothing and adds no entry to the audit trail.

    Args:
        name (str): Name of the collection
        x_svc_workspace (str | Unset):
        body (RecordUpsertInput):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ErrorAnswer | RecordsWritten]
    """

    kwargs = _get_kwargs(
        name=name,
        body=body,
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
    body: RecordUpsertInput,
    x_svc_workspace: str | Unset = UNSET,
) -> ErrorAnswer | RecordsWritten | None:
    """Write records with the credential of the caller

     A record replaces the stored one: fields that the caller can see and does not send are removed. With
    `mode: "merge"` they are kept, and `null` removes one. A deleted record has no fields to keep.
    `expect` names the version that a record must have; otherwise the record fails with
    `version_mismatch`. Each record is applied separately: an invalid one does not affect the others.
    Retries are idempotent. Every accepted record is embedded before the response, or later if the
    embedder fails. `dry_run` runs every check, stores nothing and adds no entry to the audit trail.

    Args:
        name (str): Name of the collection
        x_svc_workspace (str | Unset):
        body (RecordUpsertInput):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ErrorAnswer | RecordsWritten
    """

    return sync_detailed(
        name=name,
        client=client,
        body=body,
        x_svc_workspace=x_svc_workspace,
    ).parsed


async def asyncio_detailed(
    name: str,
    *,
    client: AuthenticatedClient,
    body: RecordUpsertInput,
    x_svc_workspace: str | Unset = UNSET,
) -> Response[ErrorAnswer | RecordsWritten]:
    """Write records with the credential of the caller

     A record replaces the stored one: fields that the caller can see and does not send are removed. With
    `mode: "merge"` they are kept, and `null` removes one. A deleted record has no fields to keep.
    `expect` names the version that a record must have; otherwise the record fails with
    `version_mismatch`. Each record is applied separately: an invalid one does not affect the others.
    Retries are idempotent. Every accepted record is embedded before the response, or later if the
    embedder fails. `dry_run` runs every check, stores nothing and adds no entry to the audit trail.

    Args:
        name (str): Name of the collection
        x_svc_workspace (str | Unset):
        body (RecordUpsertInput):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ErrorAnswer | RecordsWritten]
    """

    kwargs = _get_kwargs(
        name=name,
        body=body,
        x_svc_workspace=x_svc_workspace,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    name: str,
    *,
    client: AuthenticatedClient,
    body: RecordUpsertInput,
    x_svc_workspace: str | Unset = UNSET,
) -> ErrorAnswer | RecordsWritten | None:
    """Write records with the credential of the caller

     A record replaces the stored one: fields that the caller can see and does not send are removed. With
    `mode: "merge"` they are kept, and `null` removes one. A deleted record has no fields to keep.
    `expect` names the version that a record must have; otherwise the record fails with
    `version_mismatch`. Each record is applied separately: an invalid one does not affect the others.
    Retries are idempotent. Every accepted record is embedded before the response, or later if the
    embedder fails. `dry_run` runs every check, stores nothing and adds no entry to the audit trail.

    Args:
        name (str): Name of the collection
        x_svc_workspace (str | Unset):
        body (RecordUpsertInput):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ErrorAnswer | RecordsWritten
    """

    return (
        await asyncio_detailed(
            name=name,
            client=client,
            body=body,
            x_svc_workspace=x_svc_workspace,
        )
    ).parsed
