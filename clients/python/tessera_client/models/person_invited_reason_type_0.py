from typing import Literal

PersonInvitedReasonType0 = Literal["no_mail_server", "not_accepted"]

PERSON_INVITED_REASON_TYPE_0_VALUES: set[PersonInvitedReasonType0] = {
    "no_mail_server",
    "not_accepted",
}


def check_person_invited_reason_type_0(value: str) -> PersonInvitedReasonType0:
    if value in PERSON_INVITED_REASON_TYPE_0_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {PERSON_INVITED_REASON_TYPE_0_VALUES!r}")
