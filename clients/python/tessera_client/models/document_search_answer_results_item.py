from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="DocumentSearchAnswerResultsItem")


@_attrs_define
class DocumentSearchAnswerResultsItem:
    """
    Attributes:
        path (str):
        title (str):
        heading (None | str): The heading under which it was found; null before the first
        anchor (None | str): That heading's id in the HTML
        snippet (str):
        highlights (list[list[int]]): Where words of the query are in the snippet: [start, end) in UTF-16 units
        relevance (float):
    """

    path: str
    title: str
    heading: None | str
    anchor: None | str
    snippet: str
    highlights: list[list[int]]
    relevance: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        path = self.path

        title = self.title

        heading: None | str
        heading = self.heading

        anchor: None | str
        anchor = self.anchor

        snippet = self.snippet

        highlights = []
        for highlights_item_data in self.highlights:
            highlights_item = []
            for highlights_item_item_data in highlights_item_data:
                highlights_item_item: int
                highlights_item_item = highlights_item_item_data
                highlights_item.append(highlights_item_item)

            highlights.append(highlights_item)

        relevance = self.relevance

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "path": path,
                "title": title,
                "heading": heading,
                "anchor": anchor,
                "snippet": snippet,
                "highlights": highlights,
                "relevance": relevance,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        path = d.pop("path")

        title = d.pop("title")

        def _parse_heading(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        heading = _parse_heading(d.pop("heading"))

        def _parse_anchor(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        anchor = _parse_anchor(d.pop("anchor"))

        snippet = d.pop("snippet")

        highlights = []
        _highlights = d.pop("highlights")
        for highlights_item_data in _highlights:
            highlights_item = []
            _highlights_item = highlights_item_data
            for highlights_item_item_data in _highlights_item:

                def _parse_highlights_item_item(data: object) -> int:
                    return cast(int, data)

                highlights_item_item = _parse_highlights_item_item(highlights_item_item_data)

                highlights_item.append(highlights_item_item)

            highlights.append(highlights_item)

        relevance = d.pop("relevance")

        document_search_answer_results_item = cls(
            path=path,
            title=title,
            heading=heading,
            anchor=anchor,
            snippet=snippet,
            highlights=highlights,
            relevance=relevance,
        )

        document_search_answer_results_item.additional_properties = d
        return document_search_answer_results_item

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
