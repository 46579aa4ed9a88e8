from typing import Literal

MemberEnsuredResult = Literal["granted", "regranted", "unchanged", "updated"]

MEMBER_ENSURED_RESULT_VALUES: set[MemberEnsuredResult] = {
    "granted",
    "regranted",
    "unchanged",
    "updated",
}


def check_member_ensured_result(value: str) -> MemberEnsuredResult:
    if value in MEMBER_ENSURED_RESULT_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {MEMBER_ENSURED_RESULT_VALUES!r}")
