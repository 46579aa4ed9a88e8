from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="GroupUpdateInput")


@_attrs_define
class GroupUpdateInput:
    """
    Attributes:
        name (str | Unset):
        paths (list[str] | Unset): Relative, case-sensitive glob patterns such as handbook/**. * and ? match within a
            folder, ** alone between slashes matches across folders, [a-z], [!a-z] and {a,b} are alternatives; dot files
            match too. Refused: .., a leading / or !, backslashes, extended globs, {1..9}, and patterns without a literal
            letter or digit
        description (None | str | Unset): null removes it
    """

    name: str | Unset = UNSET
    paths: list[str] | Unset = UNSET
    description: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        paths: list[str] | Unset = UNSET
        if not isinstance(self.paths, Unset):
            paths = self.paths

        description: None | str | Unset
        if isinstance(self.description, Unset):
            description = UNSET
        else:
            description = self.description

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if name is not UNSET:
            field_dict["name"] = name
        if paths is not UNSET:
            field_dict["paths"] = paths
        if description is not UNSET:
            field_dict["description"] = description

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        name = d.pop("name", UNSET)

        paths = cast(list[str], d.pop("paths", UNSET))

        def _parse_description(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        description = _parse_description(d.pop("description", UNSET))

        group_update_input = cls(
            name=name,
            paths=paths,
            description=description,
        )

        return group_update_input
