from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.resolution import Resolution
    from ..models.resolution_refused import ResolutionRefused
    from ..models.resolutions_counts import ResolutionsCounts


T = TypeVar("T", bound="Resolutions")


@_attrs_define
class Resolutions:
    """
    Attributes:
        results (list[Resolution | ResolutionRefused]):
        counts (ResolutionsCounts):
    """

    results: list[Resolution | ResolutionRefused]
    counts: ResolutionsCounts
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.resolution import Resolution

        results = []
        for results_item_data in self.results:
            results_item: dict[str, Any]
            if isinstance(results_item_data, Resolution):
                results_item = results_item_data.to_dict()
            else:
                results_item = results_item_data.to_dict()

            results.append(results_item)

        counts = self.counts.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "results": results,
                "counts": counts,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.resolution import Resolution
        from ..models.resolution_refused import ResolutionRefused
        from ..models.resolutions_counts import ResolutionsCounts

        d = dict(src_dict)
        results = []
        _results = d.pop("results")
        for results_item_data in _results:

            def _parse_results_item(data: object) -> Resolution | ResolutionRefused:
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    results_item_type_0 = Resolution.from_dict(data)

                    return results_item_type_0
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                if not isinstance(data, dict):
                    raise TypeError()
                results_item_type_1 = ResolutionRefused.from_dict(data)

                return results_item_type_1

            results_item = _parse_results_item(results_item_data)

            results.append(results_item)

        counts = ResolutionsCounts.from_dict(d.pop("counts"))

        resolutions = cls(
            results=results,
            counts=counts,
        )

        resolutions.additional_properties = d
        return resolutions

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
