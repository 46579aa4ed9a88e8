from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="CorrectionRequestInput")


@_attrs_define
class CorrectionRequestInput:
    """
    Attributes:
        query (str): The query
        external_id (None | str): The record that is meant; null: none
    """

    query: str
    external_id: None | str

    def to_dict(self) -> dict[str, Any]:
        query = self.query

        external_id: None | str
        external_id = self.external_id

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "query": query,
                "external_id": external_id,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        query = d.pop("query")

        def _parse_external_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        external_id = _parse_external_id(d.pop("external_id"))

        correction_request_input = cls(
            query=query,
            external_id=external_id,
        )

        return correction_request_input
