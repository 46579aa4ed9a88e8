import type { JsonValue } from '@tessera/json';

/** A person whose names are removed. */
export interface ErasedPerson {
  /** An opaque id that replaces the address. */
  readonly id: string;
  readonly email: string;
  /** Names of the person in workspaces, other than the address. */
  readonly names: readonly string[];
}

/** The text that replaces a name. */
export const erasedName = 'Erased person';

/**
 * Removes the address from text, unless it is part of a longer address: `ann@example.org` is not removed from
 * `joann@example.org`.
 */
export function withoutAddress(text: string, { id, email }: ErasedPerson): string {
  const literal = email.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const address = new RegExp(`(?<![\\p{L}\\p{N}._%+-])${literal}(?![\\p{L}\\p{N}-]|\\.[\\p{L}\\p{N}])`, 'giu');
  return text.replace(address, () => id);
}

/** Removes the address from a JSON value. In a value about the person, strings that equal a name are replaced too. */
export function redacted(value: JsonValue, person: ErasedPerson, isAboutThem: boolean): JsonValue {
  if (typeof value === 'string') {
    return isAboutThem && person.names.includes(value) ? erasedName : withoutAddress(value, person);
  }
  if (Array.isArray(value)) {
    return value.map((each) => redacted(each, person, isAboutThem));
  }
  if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype) {
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [
        withoutAddress(key, person),
        redacted(each as JsonValue, person, isAboutThem),
      ]),
    );
  }
  return value;
}
