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

function isPair(value: readonly unknown[]): boolean {
  return value.length === 2 && typeof value[1] === 'string' && ['number', 'string'].includes(typeof value[0]);
}
