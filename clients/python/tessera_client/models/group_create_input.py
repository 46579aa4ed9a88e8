from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="GroupCreateInput")


@_attrs_define
class GroupCreateInput:
    """
    Attributes:
        name (str):
        paths (list[str]): Relative, case-sensitive glob patterns such as handbook/**. * and ? match within a folder, **
            alone between slashes matches across folders, [a-z], [!a-z] and {a,b} are alternatives; dot files match too.
            Refused: .., a leading / or !, backslashes, extended globs, {1..9}, and patterns without a literal letter or
            digit
        description (None | str | Unset):
    """

    name: str
    paths: list[str]
    description: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        paths = self.paths

        description: None | str | Unset
        if isinstance(self.description, Unset):
            description = UNSET
        else:
            description = self.description

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
                "paths": paths,
            }
        )
        if description is not UNSET:
            field_dict["description"] = description

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        name = d.pop("name")

        paths = cast(list[str], d.pop("paths"))

        def _parse_description(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        description = _parse_description(d.pop("description", UNSET))

        group_create_input = cls(
            name=name,
            paths=paths,
            description=description,
        )

        return group_create_input
