from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..models.grant_permission_input import GrantPermissionInput, check_grant_permission_input
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.filters_input import FiltersInput


T = TypeVar("T", bound="CollectionGrantPutInput")


@_attrs_define
class CollectionGrantPutInput:
    """
    Attributes:
        permission (GrantPermissionInput):
        filter_ (FiltersInput | None | Unset):
    """

    permission: GrantPermissionInput
    filter_: FiltersInput | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.filters_input import FiltersInput

        permission: str = self.permission

        filter_: dict[str, Any] | None | Unset
        if isinstance(self.filter_, Unset):
            filter_ = UNSET
        elif isinstance(self.filter_, FiltersInput):
            filter_ = self.filter_.to_dict()
        else:
            filter_ = self.filter_

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "permission": permission,
            }
        )
        if filter_ is not UNSET:
            field_dict["filter"] = filter_

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.filters_input import FiltersInput

        d = dict(src_dict)
        permission = check_grant_permission_input(d.pop("permission"))

        def _parse_filter_(data: object) -> FiltersInput | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                filter_type_0 = FiltersInput.from_dict(data)

                return filter_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(FiltersInput | None | Unset, data)

        filter_ = _parse_filter_(d.pop("filter", UNSET))

        collection_grant_put_input = cls(
            permission=permission,
            filter_=filter_,
        )

        return collection_grant_put_input
