/** A field with a known value, in the form. */
export interface KnownField {
  readonly field: string;
  readonly value: string;
}

/** Number of rows in an empty form. */
const rowsFirst = 3;

/** The rows of the form for the record in the URL. Without one, rows for the first fields. */
export function knownFieldsIn(text: string | undefined, fields: readonly string[]): KnownField[] {
  const record = Object.entries(recordIn(text) ?? {}).map(([field, value]) => ({ field, value }));
  return record.length > 0 ? record : fields.slice(0, rowsFirst).map((field) => ({ field, value: '' }));
}

/** The known values as text for a URL. Undefined if there are none. */
export function recordText(known: readonly KnownField[]): string | undefined {
  const complete = known.filter(({ field, value }) => field.trim() !== '' && value.trim() !== '');
  return complete.length === 0
    ? undefined
    : JSON.stringify(Object.fromEntries(complete.map(({ field, value }) => [field.trim(), value.trim()])));
}

/** Parses the output of `recordText`; undefined for any other text. */
export function recordIn(text: string | undefined): Readonly<Record<string, string>> | undefined {
  try {
    const record: unknown = JSON.parse(text ?? 'null');
    const isRecord = typeof record === 'object' && record !== null && !Array.isArray(record);
    const values = isRecord ? Object.values(record) : [];
    return values.length > 0 && values.every((value) => typeof value === 'string')
      ? (record as Record<string, string>)
      : undefined;
  } catch {
    return undefined;
  }
}
