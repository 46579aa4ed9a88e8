import { language, textOf } from '../../text.js';

const labelKeys = ['label', 'name', 'display_name'];

// The first of these that a collection has names its records. The later ones are usual in files of shops and offices.
const nameKeys = [...labelKeys, 'title', 'full_name', 'subject', 'bezeichnung', 'titel', 'nom', 'nombre'];

/** The field that names the records of a collection, according to its name. Undefined if there is none. */
export function nameFieldOf(fields: readonly string[]): string | undefined {
  const known = nameKeys.map((key) => fields.find((field) => field.toLowerCase() === key));
  return known.find((field) => field !== undefined) ?? fields.find((field) => /[_ ](name|title)$/i.test(field));
}

/** A stored value as text. A pair of id and label is shown as its label, and an empty value as a dash. */
export function shownValue(value: unknown): string {
  if (isEmpty(value)) return '–';
  if (typeof value === 'boolean') return value ? '✓' : '✗';
  const pair = pairOf(value);
  if (pair !== undefined) return pair.label;
  if (Array.isArray(value)) return value.map(shownValue).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Whether a value is empty: missing, an empty string or an empty list. */
export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/**
 * A reference to another record. It is `[3, "Desks"]`, as in Odoo, or an object with an id and a label. Undefined for
 * other values.
 */
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

/** Whether a string is a link that a browser can open. */
export function isLink(value: unknown): value is string {
  return typeof value === 'string' && /^https?:\/\/\S+$/i.test(value);
}

/** A number, or a numeric string, in the format of the page's language. Other values are unchanged. */
export function numberText(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !/^-?\d{1,15}(\.\d{1,15})?$/.test(text)) return shownValue(value);
  // The number of decimal places is that of the stored number.
  const digits = text.split('.')[1]?.length ?? 0;
  return numberFormat(digits).format(Number(text));
}

const numberFormats = new Map<number, Intl.NumberFormat>();

/** The format for a number of decimal places. It is kept, because creating one takes longer than drawing a row. */
export function numberFormat(digits: number): Intl.NumberFormat {
  const known = numberFormats.get(digits);
  const format =
    known ?? new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  numberFormats.set(digits, format);
  return format;
}

const dateFormat = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
const timeFormat = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });

/** An ISO date or date-time in the format of the page's language. Other values are unchanged. */
export function dateText(value: string): string {
  const [, date, time] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d.*))?$/.exec(value) ?? [];
  // A date without a time is the same day in every time zone.
  const at = time === undefined ? new Date(`${date}T00:00:00`) : new Date(value.replace(' ', 'T'));
  if (Number.isNaN(at.getTime())) return value;
  return (time === undefined ? dateFormat : timeFormat).format(at);
}

/** The line about a record without the id at its start, for places that show the id separately. */
export function withoutId({ external_id: id, rendered }: { external_id: string; rendered: string }): string {
  const start = `${id} · `;
  return rendered.startsWith(start) ? rendered.slice(start.length) : rendered;
}

/** The name of a record: the first part of its line after the id. */
export function recordName(record: { external_id: string; rendered: string }): string {
  return withoutId(record).split(' · ')[0] ?? record.external_id;
}

/** A stored value as text for a form. Strings are unchanged, everything else is JSON. */
export function editableText(value: unknown): string {
  return typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);
}

/** A value that a person has typed, or why the text is not one. */
export type Typed = { readonly value: unknown } | { readonly problem: string };

/** The value of text for a field of a kind whose stored value is known. */
export function typedValue(text: string, stored: unknown, kind: string): Typed {
  const isString = typeof stored === 'string';
  if (text === '' || isString || (isEmpty(stored) && !['number', 'boolean', 'object'].includes(kind))) {
    return { value: valueOfText(text, true) };
  }
  const value = valueOfText(text, false);
  if (typeof value !== 'string') return { value };
  const isNumber = typeof stored === 'number' || kind === 'number';
  return {
    problem: isNumber ? textOf('Type a number with a point, such as 19.9.') : textOf('Type JSON, such as ["a", "b"].'),
  };
}

/** The value of text in a form: null if it is empty, and JSON unless the stored value is a string. */
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
