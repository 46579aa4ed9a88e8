from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.confidence import Confidence, check_confidence
from ..models.match_type import MatchType, check_match_type
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.query_disambiguation import QueryDisambiguation
    from ..models.query_explanation import QueryExplanation
    from ..models.query_result import QueryResult
    from ..models.query_warning import QueryWarning


T = TypeVar("T", bound="QueryAnswer")


@_attrs_define
class QueryAnswer:
    """
    Attributes:
        results (list[QueryResult]):
        match_type (MatchType):
        confidence (Confidence): high: strong and unambiguous, safe to act on. low: plausible but ambiguous,
            disambiguate first. none: no usable match; results, if any, are only the nearest.
        reasons (list[str]): Why, in words
        disambiguate_by (QueryDisambiguation | Unset):
        warnings (list[QueryWarning] | Unset): Likely mistakes in filters and `fields`: a field or a value that no
            record has, or a number compared with text. Also records that are not embedded.
        explanation (QueryExplanation | Unset):
    """

    results: list[QueryResult]
    match_type: MatchType
    confidence: Confidence
    reasons: list[str]
    disambiguate_by: QueryDisambiguation | Unset = UNSET
    warnings: list[QueryWarning] | Unset = UNSET
    explanation: QueryExplanation | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        results = []
        for results_item_data in self.results:
            results_item = results_item_data.to_dict()
            results.append(results_item)

        match_type: str = self.match_type

        confidence: str = self.confidence

        reasons = self.reasons

        disambiguate_by: dict[str, Any] | Unset = UNSET
        if not isinstance(self.disambiguate_by, Unset):
            disambiguate_by = self.disambiguate_by.to_dict()

        warnings: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.warnings, Unset):
            warnings = []
            for warnings_item_data in self.warnings:
                warnings_item = warnings_item_data.to_dict()
                warnings.append(warnings_item)

        explanation: dict[str, Any] | Unset = UNSET
        if not isinstance(self.explanation, Unset):
            explanation = self.explanation.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "results": results,
                "match_type": match_type,
                "confidence": confidence,
                "reasons": reasons,
            }
        )
        if disambiguate_by is not UNSET:
            field_dict["disambiguate_by"] = disambiguate_by
        if warnings is not UNSET:
            field_dict["warnings"] = warnings
        if explanation is not UNSET:
            field_dict["explanation"] = explanation

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.query_disambiguation import QueryDisambiguation
        from ..models.query_explanation import QueryExplanation
        from ..models.query_result import QueryResult
        from ..models.query_warning import QueryWarning

        d = dict(src_dict)
        results = []
        _results = d.pop("results")
        for results_item_data in _results:
            results_item = QueryResult.from_dict(results_item_data)

            results.append(results_item)

        match_type = check_match_type(d.pop("match_type"))

        confidence = check_confidence(d.pop("confidence"))

        reasons = cast(list[str], d.pop("reasons"))

        _disambiguate_by = d.pop("disambiguate_by", UNSET)
        disambiguate_by: QueryDisambiguation | Unset
        if isinstance(_disambiguate_by, Unset):
            disambiguate_by = UNSET
        else:
            disambiguate_by = QueryDisambiguation.from_dict(_disambiguate_by)

        _warnings = d.pop("warnings", UNSET)
        warnings: list[QueryWarning] | Unset = UNSET
        if _warnings is not UNSET:
            warnings = []
            for warnings_item_data in _warnings:
                warnings_item = QueryWarning.from_dict(warnings_item_data)

                warnings.append(warnings_item)

        _explanation = d.pop("explanation", UNSET)
        explanation: QueryExplanation | Unset
        if isinstance(_explanation, Unset):
            explanation = UNSET
        else:
            explanation = QueryExplanation.from_dict(_explanation)

        query_answer = cls(
            results=results,
            match_type=match_type,
            confidence=confidence,
            reasons=reasons,
            disambiguate_by=disambiguate_by,
            warnings=warnings,
            explanation=explanation,
        )

        query_answer.additional_properties = d
        return query_answer

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
