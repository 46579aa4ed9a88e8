from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="GroupPreviewRequestInput")


@_attrs_define
class GroupPreviewRequestInput:
    """
    Attributes:
        paths (list[str]): Relative, case-sensitive glob patterns such as handbook/**. * and ? match within a folder, **
            alone between slashes matches across folders, [a-z], [!a-z] and {a,b} are alternatives; dot files match too.
            Refused: .., a leading / or !, backslashes, extended globs, {1..9}, and patterns without a literal letter or
            digit
        replaces (str | Unset): The group whose patterns these would replace
    """

    paths: list[str]
    replaces: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        paths = self.paths

        replaces = self.replaces

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "paths": paths,
            }
        )
        if replaces is not UNSET:
            field_dict["replaces"] = replaces

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        paths = cast(list[str], d.pop("paths"))

        replaces = d.pop("replaces", UNSET)

        group_preview_request_input = cls(
            paths=paths,
            replaces=replaces,
        )

        return group_preview_request_input
