from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.confidence import Confidence, check_confidence
from ..models.match_type import MatchType, check_match_type

if TYPE_CHECKING:
    from ..models.logged_query_actor import LoggedQueryActor


T = TypeVar("T", bound="LoggedQuery")


@_attrs_define
class LoggedQuery:
    """
    Attributes:
        id (str):
        at (datetime.datetime):
        actor (LoggedQueryActor): Who sent the query, as in the audit log
        query (str): Empty for a pure filter
        confidence (Confidence): high: strong and unambiguous, safe to act on. low: plausible but ambiguous,
            disambiguate first. none: no usable match; results, if any, are only the nearest.
        match_type (MatchType):
        external_id (None | str): The first result; null: no result
        duration_ms (float): For many queries in one call: the average
    """

    id: str
    at: datetime.datetime
    actor: LoggedQueryActor
    query: str
    confidence: Confidence
    match_type: MatchType
    external_id: None | str
    duration_ms: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        at = self.at.isoformat()

        actor = self.actor.to_dict()

        query = self.query

        confidence: str = self.confidence

        match_type: str = self.match_type

        external_id: None | str
        external_id = self.external_id

        duration_ms = self.duration_ms

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "at": at,
                "actor": actor,
                "query": query,
                "confidence": confidence,
                "match_type": match_type,
                "external_id": external_id,
                "duration_ms": duration_ms,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.logged_query_actor import LoggedQueryActor

        d = dict(src_dict)
        id = d.pop("id")

        at = datetime.datetime.fromisoformat(d.pop("at"))

        actor = LoggedQueryActor.from_dict(d.pop("actor"))

        query = d.pop("query")

        confidence = check_confidence(d.pop("confidence"))

        match_type = check_match_type(d.pop("match_type"))

        def _parse_external_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        external_id = _parse_external_id(d.pop("external_id"))

        duration_ms = d.pop("duration_ms")

        logged_query = cls(
            id=id,
            at=at,
            actor=actor,
            query=query,
            confidence=confidence,
            match_type=match_type,
            external_id=external_id,
            duration_ms=duration_ms,
        )

        logged_query.additional_properties = d
        return logged_query

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
