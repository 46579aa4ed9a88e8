import { isEmpty } from './values.js';

/** A field of two records. */
export interface ComparedField {
  readonly field: string;
  readonly best: unknown;
  readonly second: unknown;
  readonly isDifferent: boolean;
}

type Attributes = Readonly<Record<string, unknown>>;

/** The fields of two records. Those with different values come first; otherwise the records' order is kept. */
export function compareFields(best: Attributes, second: Attributes): ComparedField[] {
  const [first, other] = [new Map(Object.entries(best)), new Map(Object.entries(second))];
  const fields = [...new Set([...first.keys(), ...other.keys()])].map((field) => {
    const values = { best: first.get(field), second: other.get(field) };
    return { field, ...values, isDifferent: comparable(values.best) !== comparable(values.second) };
  });
  return [...fields.filter(({ isDifferent }) => isDifferent), ...fields.filter(({ isDifferent }) => !isDifferent)];
}

/** A value in a form that can be compared. All ways of storing a missing value are equal. */
function comparable(value: unknown): string {
  return isEmpty(value) ? '' : JSON.stringify(value);
}
