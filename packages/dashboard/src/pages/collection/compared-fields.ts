import { shownValue } from './values.js';

/** A field of two records as someone would read it. */
export interface ComparedField {
  readonly field: string;
  readonly best: string;
  readonly second: string;
  readonly isDifferent: boolean;
}

type Attributes = Readonly<Record<string, unknown>>;

/** The fields of two records, those with different values first, each in the order of the records. */
export function compareFields(best: Attributes, second: Attributes): ComparedField[] {
  const [first, other] = [new Map(Object.entries(best)), new Map(Object.entries(second))];
  const fields = [...new Set([...first.keys(), ...other.keys()])].map((field) => {
    const values = { best: shownValue(first.get(field)), second: shownValue(other.get(field)) };
    return { field, ...values, isDifferent: values.best !== values.second };
  });
  return [...fields.filter(({ isDifferent }) => isDifferent), ...fields.filter(({ isDifferent }) => !isDifferent)];
}
