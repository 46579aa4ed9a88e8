const labelKeys = ['label', 'name', 'display_name'];

/** Whether a field is what people call its record by. */
export function isLabel(field: string): boolean {
  return labelKeys.includes(field);
}

/** A stored value as text: the label of a pair of id and label, a dash for what is empty. */
export function shownValue(value: unknown): string {
  if (isEmpty(value)) return '–';
  if (typeof value === 'boolean') return value ? '✓' : '✗';
  const pair = pairOf(value);
  if (pair !== undefined) return pair.label;
  if (Array.isArray(value)) return value.map(shownValue).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Whether nothing is stored: no value, an empty text, an empty list. */
export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** A reference to another record: `[3, "Desks"]` as Odoo has it, or an object with an id and a label; else undefined. */
export function pairOf(value: unknown): { readonly id: string; readonly label: string } | undefined {
  if (Array.isArray(value)) {
    const [id, label] = value as unknown[];
    return value.length === 2 && typeof id === 'number' && typeof label === 'string'
      ? { id: String(id), label }
      : undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const object = new Map<string, unknown>(Object.entries(value));
  const label = labelKeys.map((key) => object.get(key)).find((found) => typeof found === 'string');
  const id = object.get('id');
  return typeof label === 'string'
    ? { id: typeof id === 'string' || typeof id === 'number' ? String(id) : '', label }
    : undefined;
}

/** Whether a text is an address that a browser opens. */
export function isLink(value: unknown): value is string {
  return typeof value === 'string' && /^https?:\/\/\S+$/i.test(value);
}

/** A number, or the text of one, in the browser's language; everything else as it is. */
export function numberText(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !/^-?\d{1,15}(\.\d{1,15})?$/.test(text)) return shownValue(value);
  // As many decimal places as are stored.
  const digits = text.split('.')[1]?.length ?? 0;
  return Number(text).toLocaleString(undefined, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** An ISO date, with its time if it has one, in the browser's language; everything else as it is. */
export function dateText(value: string): string {
  const [, date, time] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d.*))?$/.exec(value) ?? [];
  // A date without a time is the same day everywhere.
  const at = time === undefined ? new Date(`${date}T00:00:00`) : new Date(value.replace(' ', 'T'));
  if (Number.isNaN(at.getTime())) return value;
  return new Intl.DateTimeFormat(undefined, {
    dateStyle: 'medium',
    ...(time === undefined ? {} : { timeStyle: 'short' }),
  }).format(at);
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
    changed.map(([field, value]) => [field, valueOfText(textOf(field), typeof value === 'string')]),
  );
}

/** The value of a form's text: null where it is empty, JSON unless it is a string. */
export function valueOfText(text: string, isString: boolean): unknown {
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
