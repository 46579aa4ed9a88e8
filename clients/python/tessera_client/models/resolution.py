from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.confidence import Confidence, check_confidence
from ..models.match_type import MatchType, check_match_type

if TYPE_CHECKING:
    from ..models.query_result import QueryResult


T = TypeVar("T", bound="Resolution")


@_attrs_define
class Resolution:
    """
    Attributes:
        key (float | None | str): As sent; null if omitted
        confidence (Confidence): high: strong and unambiguous, safe to act on. low: plausible but ambiguous,
            disambiguate first. none: no usable match; results, if any, are only the nearest.
        match_type (MatchType):
        external_id (None | str): The record to act on; null unless `high`
        result (None | QueryResult): The first result; null if the verdict is `none`
        alternatives (list[QueryResult]): If the verdict is `low`: up to 3 further results
    """

    key: float | None | str
    confidence: Confidence
    match_type: MatchType
    external_id: None | str
    result: None | QueryResult
    alternatives: list[QueryResult]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.query_result import QueryResult

        key: float | None | str
        key = self.key

        confidence: str = self.confidence

        match_type: str = self.match_type

        external_id: None | str
        external_id = self.external_id

        result: dict[str, Any] | None
        if isinstance(self.result, QueryResult):
            result = self.result.to_dict()
        else:
            result = self.result

        alternatives = []
        for alternatives_item_data in self.alternatives:
            alternatives_item = alternatives_item_data.to_dict()
            alternatives.append(alternatives_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "key": key,
                "confidence": confidence,
                "match_type": match_type,
                "external_id": external_id,
                "result": result,
                "alternatives": alternatives,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.query_result import QueryResult

        d = dict(src_dict)

        def _parse_key(data: object) -> float | None | str:
            if data is None:
                return data
            return cast(float | None | str, data)

        key = _parse_key(d.pop("key"))

        confidence = check_confidence(d.pop("confidence"))

        match_type = check_match_type(d.pop("match_type"))

        def _parse_external_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        external_id = _parse_external_id(d.pop("external_id"))

        def _parse_result(data: object) -> None | QueryResult:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                result_type_0 = QueryResult.from_dict(data)

                return result_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | QueryResult, data)

        result = _parse_result(d.pop("result"))

        alternatives = []
        _alternatives = d.pop("alternatives")
        for alternatives_item_data in _alternatives:
            alternatives_item = QueryResult.from_dict(alternatives_item_data)

            alternatives.append(alternatives_item)

        resolution = cls(
            key=key,
            confidence=confidence,
            match_type=match_type,
            external_id=external_id,
            result=result,
            alternatives=alternatives,
        )

        resolution.additional_properties = d
        return resolution

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
