from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.health_status import HealthStatus, check_health_status
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.health_api import HealthApi


T = TypeVar("T", bound="Health")


@_attrs_define
class Health:
    """
    Attributes:
        status (HealthStatus):
        name (str):
        version (str):
        api (HealthApi): Addresses by name
        time (datetime.datetime):
        failing (str | Unset): The unavailable part; only when degraded
    """

    status: HealthStatus
    name: str
    version: str
    api: HealthApi
    time: datetime.datetime
    failing: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        status: str = self.status

        name = self.name

        version = self.version

        api = self.api.to_dict()

        time = self.time.isoformat()

        failing = self.failing

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "status": status,
                "name": name,
                "version": version,
                "api": api,
                "time": time,
            }
        )
        if failing is not UNSET:
            field_dict["failing"] = failing

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.health_api import HealthApi

        d = dict(src_dict)
        status = check_health_status(d.pop("status"))

        name = d.pop("name")

        version = d.pop("version")

        api = HealthApi.from_dict(d.pop("api"))

        time = datetime.datetime.fromisoformat(d.pop("time"))

        failing = d.pop("failing", UNSET)

        health = cls(
            status=status,
            name=name,
            version=version,
            api=api,
            time=time,
            failing=failing,
        )

        health.additional_properties = d
        return health

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
