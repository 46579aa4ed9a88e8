import { ExactNumber, type JsonValue } from '@tessera/json';
import type { RecordFinding } from './field-rules.js';
import { shownValue } from './shown-value.js';

/** Characters of a spelling that are kept: spaces around an id have no limit. */
const keptCharacters = 60;

/** How an id was written, where that is not its stored form; null where it is. */
export function spellingOf(sent: JsonValue | undefined, id: string): string | null {
  const written = typeof sent === 'string' ? sent : sent instanceof ExactNumber ? sent.source : id;
  return written === id ? null : [...written.slice(0, 2 * keptCharacters)].slice(0, keptCharacters).join('');
}

/** The ids of one record, as they were sent before and now; null: in their stored form. */
export interface IdSpellings {
  readonly id: string;
  readonly before: string | null;
  readonly now: string | null;
}

/** What is said of a second spelling of an id, once a day; null where the spelling has not changed. */
export function secondSpelling(field: string, { id, before, now }: IdSpellings, at: Date): RecordFinding | null {
  const [earlier, later] = [before ?? id, now ?? id];
  return earlier === later
    ? null
    : {
        field,
        kind: 'id_spelling',
        key: `${field} ${at.toISOString().slice(0, 10)}`,
        get message() {
          return `Two spellings of one id arrive in field "${field}", such as ${shownValue(earlier)} and ${shownValue(later)}: they are one record. If the source means two, give them ids that differ in more than outer spaces and a trailing .0.`;
        },
      };
}
