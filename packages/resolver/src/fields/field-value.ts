/** How the values of a field are compared. */
export type FieldKind = 'identifier' | 'number' | 'date' | 'phone' | 'email' | 'enum' | 'text';

/** How well a stored value agrees with a sent one. `absent` means that one of them is missing. */
export type Agreement = 'yes' | 'close' | 'no' | 'absent';

/** The agreement of the best pair of two lists. `absent` if one of them is empty. */
export function bestAgreement(
  sent: readonly string[],
  stored: readonly string[],
  compare: (sent: string, stored: string) => Agreement,
): Agreement {
  const found = sent.flatMap((one) => stored.map((other) => compare(one, other)));
  return (['yes', 'close', 'no'] as const).find((each) => found.includes(each)) ?? 'absent';
}

/** A value of a field as text. A list becomes several strings. */
export interface FieldValue {
  readonly texts: readonly string[];
  /** Whether it is a JSON number. */
  readonly isNumber: boolean;
}

/** One field of a record to resolve. */
export interface SentField {
  readonly field: string;
  readonly kind: FieldKind;
  /** Whether people identify records by it. Several fields can form one title, such as first and last name. */
  readonly isTitle: boolean;
  readonly value: FieldValue;
  /** The country of telephone numbers without a country code (ISO 3166). */
  readonly country?: string | undefined;
}

const emailAddress = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const telephoneNumber = /^(?:tel:)?[+(0][\d ()./-]{5,}\d(?:\s*(?:ext|x)\.?\s*\d+)?$/i;
const dateStart = /^(?:\d{4}[-/]\d{1,2}[-/]\d{1,2}|\d{1,2}[./]\d{1,2}[./]\d{4})(?!\d)/;

/** The kind of a field without a declared type, derived from the form of a sent value. */
export function kindOfValue({ texts, isNumber }: FieldValue): FieldKind {
  if (isNumber) {
    return 'number';
  }
  const are = (look: RegExp) => texts.length > 0 && texts.every((text) => look.test(text.trim()));
  if (are(emailAddress)) {
    return 'email';
  }
  if (are(dateStart)) {
    return 'date';
  }
  return are(telephoneNumber) ? 'phone' : 'text';
}
