"""JSON of values from Python and from database drivers."""

import base64
import datetime
import decimal
import json
import math
import uuid
from collections.abc import Mapping


def to_json(value: object) -> str:
    """JSON of a value. Decimals keep all digits, times without a zone are UTC, bytes become base64, NaN becomes null."""
    if value is None or isinstance(value, (bool, str)):
        return json.dumps(value)
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, float):
        return repr(float(value)) if math.isfinite(value) else "null"
    if isinstance(value, decimal.Decimal):
        return format(value, "f") if value.is_finite() else "null"
    if isinstance(value, Mapping):
        members = (f"{json.dumps(str(key))}: {to_json(item)}" for key, item in value.items())
        return "{" + ", ".join(members) + "}"
    if isinstance(value, (list, tuple, set, frozenset)):
        return "[" + ", ".join(to_json(item) for item in value) + "]"
    return json.dumps(_text(value))


def _text(value: object) -> str:
    if isinstance(value, datetime.datetime):
        zoned = value if value.tzinfo is not None else value.replace(tzinfo=datetime.timezone.utc)
        return zoned.astimezone(datetime.timezone.utc).isoformat().replace("+00:00", "Z")
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, datetime.timedelta):
        return str(value.total_seconds())
    if isinstance(value, (bytes, bytearray, memoryview)):
        return base64.b64encode(bytes(value)).decode("ascii")
    if isinstance(value, uuid.UUID):
        return str(value)
    return str(value)
