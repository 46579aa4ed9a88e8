from typing import Literal

MappingUpdateInputSignatureScheme = Literal["hmac-sha256-base64", "hmac-sha256-hex"]

MAPPING_UPDATE_INPUT_SIGNATURE_SCHEME_VALUES: set[MappingUpdateInputSignatureScheme] = {
    "hmac-sha256-base64",
    "hmac-sha256-hex",
}


def check_mapping_update_input_signature_scheme(value: str) -> MappingUpdateInputSignatureScheme:
    if value in MAPPING_UPDATE_INPUT_SIGNATURE_SCHEME_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {MAPPING_UPDATE_INPUT_SIGNATURE_SCHEME_VALUES!r}")
