import type { JsonValue } from '@tessera/json';

/** A person who is to be named nowhere. */
export interface ErasedPerson {
  /** What stands in place of the address. */
  readonly id: string;
  readonly email: string;
  /** What workspaces called the person, other than the address. */
  readonly names: readonly string[];
}

/** What stands in place of a name. */
export const erasedName = 'Erased person';

/** Text without the address, unless it is part of another: `ann@example.org` is not part of `joann@example.org`. */
export function withoutAddress(text: string, { id, email }: ErasedPerson): string {
  const literal = email.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const address = new RegExp(`(?<![\\p{L}\\p{N}._%+-])${literal}(?![\\p{L}\\p{N}-]|\\.[\\p{L}\\p{N}])`, 'giu');
  return text.replace(address, () => id);
}

/** A JSON value without the address and, in one that is about the person, without the names, where a text is one. */
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
