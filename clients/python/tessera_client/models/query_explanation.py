from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.query_explanation_features_item import QueryExplanationFeaturesItem


T = TypeVar("T", bound="QueryExplanation")


@_attrs_define
class QueryExplanation:
    """
    Attributes:
        features (list[QueryExplanationFeaturesItem]):
        reasons (list[str]):
        unknown_words (list[str]): Words that no record of the caller has, also not as a synonym or with a letter
            mistyped
    """

    features: list[QueryExplanationFeaturesItem]
    reasons: list[str]
    unknown_words: list[str]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        features = []
        for features_item_data in self.features:
            features_item = features_item_data.to_dict()
            features.append(features_item)

        reasons = self.reasons

        unknown_words = self.unknown_words

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "features": features,
                "reasons": reasons,
                "unknown_words": unknown_words,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.query_explanation_features_item import QueryExplanationFeaturesItem

        d = dict(src_dict)
        features = []
        _features = d.pop("features")
        for features_item_data in _features:
            features_item = QueryExplanationFeaturesItem.from_dict(features_item_data)

            features.append(features_item)

        reasons = cast(list[str], d.pop("reasons"))

        unknown_words = cast(list[str], d.pop("unknown_words"))

        query_explanation = cls(
            features=features,
            reasons=reasons,
            unknown_words=unknown_words,
        )

        query_explanation.additional_properties = d
        return query_explanation

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
