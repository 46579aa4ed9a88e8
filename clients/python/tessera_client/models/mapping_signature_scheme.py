from typing import Literal

MappingSignatureScheme = Literal["hmac-sha256-base64", "hmac-sha256-hex"]

MAPPING_SIGNATURE_SCHEME_VALUES: set[MappingSignatureScheme] = {
    "hmac-sha256-base64",
    "hmac-sha256-hex",
}


def check_mapping_signature_scheme(value: str) -> MappingSignatureScheme:
    if value in MAPPING_SIGNATURE_SCHEME_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {MAPPING_SIGNATURE_SCHEME_VALUES!r}")
