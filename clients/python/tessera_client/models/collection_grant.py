from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.grant_permission import GrantPermission, check_grant_permission

if TYPE_CHECKING:
    from ..models.collection_grant_filter_type_0 import CollectionGrantFilterType0


T = TypeVar("T", bound="CollectionGrant")


@_attrs_define
class CollectionGrant:
    """
    Attributes:
        group_id (str):
        permission (GrantPermission):
        filter_ (CollectionGrantFilterType0 | None): The slice that the group is confined to; null: the whole collection
    """

    group_id: str
    permission: GrantPermission
    filter_: CollectionGrantFilterType0 | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.collection_grant_filter_type_0 import CollectionGrantFilterType0

        group_id = self.group_id

        permission: str = self.permission

        filter_: dict[str, Any] | None
        if isinstance(self.filter_, CollectionGrantFilterType0):
            filter_ = self.filter_.to_dict()
        else:
            filter_ = self.filter_

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "group_id": group_id,
                "permission": permission,
                "filter": filter_,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.collection_grant_filter_type_0 import CollectionGrantFilterType0

        d = dict(src_dict)
        group_id = d.pop("group_id")

        permission = check_grant_permission(d.pop("permission"))

        def _parse_filter_(data: object) -> CollectionGrantFilterType0 | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                filter_type_0 = CollectionGrantFilterType0.from_dict(data)

                return filter_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(CollectionGrantFilterType0 | None, data)

        filter_ = _parse_filter_(d.pop("filter"))

        collection_grant = cls(
            group_id=group_id,
            permission=permission,
            filter_=filter_,
        )

        collection_grant.additional_properties = d
        return collection_grant

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
