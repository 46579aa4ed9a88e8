const labelKeys = ['label', 'name', 'display_name'];

/** Whether a field is what people call its record by. */
export function isLabel(field: string): boolean {
  return labelKeys.includes(field);
}

/** A stored value as someone would read it: the label of a pair of id and label, a dash for what is empty. */
export function shownValue(value: unknown): string {
  if (value === undefined || value === null || value === '' || value === false) {
    return '–';
  }
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return String(value);
  }
  if (Array.isArray(value)) {
    return isPair(value) ? String(value[1]) : value.length === 0 ? '–' : value.map(shownValue).join(', ');
  }
  const label = labelKeys
    .map((key) => (value as Record<string, unknown>)[key])
    .find((found) => typeof found === 'string');
  return typeof label === 'string' ? label : JSON.stringify(value);
}

/** The line about a record without the id that it begins with, for where the id stands beside it. */
export function withoutId({ external_id: id, rendered }: { external_id: string; rendered: string }): string {
  const start = `${id} · `;
  return rendered.startsWith(start) ? rendered.slice(start.length) : rendered;
}

/** A stored value as a form shows it: strings as they are, everything else as JSON. */
export function editableText(value: unknown): string {
  return typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);
}

/**
 * The fields of a record whose text a form has changed, with their new values: null where it is empty. What was a string
 * stays one; other values are read as JSON, and as a string where that fails. Untouched values are not sent, so none that a
 * browser cannot hold exactly is changed.
 */
export function changedFields(
  attributes: Readonly<Record<string, unknown>>,
  textOf: (field: string) => string,
): Record<string, unknown> {
  const changed = Object.entries(attributes).filter(([field, value]) => textOf(field) !== editableText(value));
  return Object.fromEntries(
    changed.map(([field, value]) => [field, typedValue(textOf(field), typeof value === 'string')]),
  );
}

function typedValue(text: string, isString: boolean): unknown {
  if (text === '') {
    return null;
  }
  if (isString) {
    return text;
  }
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function isPair(value: readonly unknown[]): boolean {
  return value.length === 2 && typeof value[1] === 'string' && ['number', 'string'].includes(typeof value[0]);
}
