import { ExactNumber, type JsonValue } from '@tessera/json';
import type { RecordFinding } from './field-rules.js';
import { shownValue } from './shown-value.js';

/** Maximum characters of a spelling that are stored. Ids may be surrounded by any number of spaces. */
const keptCharacters = 60;

/** Returns the id as sent, if that differs from its stored form; otherwise null. */
export function spellingOf(sent: JsonValue | undefined, id: string): string | null {
  const written = typeof sent === 'string' ? sent : sent instanceof ExactNumber ? sent.source : id;
  return written === id ? null : [...written.slice(0, 2 * keptCharacters)].slice(0, keptCharacters).join('');
}

/** The spellings of one record id: in the stored record, and in the current write. Null is the stored form. */
export interface IdSpellings {
  readonly id: string;
  readonly before: string | null;
  readonly now: string | null;
}

/** The finding for a second spelling of an id, at most once a day. Null if the spelling is unchanged. */
export function secondSpelling(field: string, { id, before, now }: IdSpellings, at: Date): RecordFinding | null {
  const [earlier, later] = [before ?? id, now ?? id];
  return earlier === later
    ? null
    : {
        field,
        kind: 'id_spelling',
        key: `${field} ${at.toISOString().slice(0, 10)}`,
        get message() {
          return `Two spellings of one id arrive in field "${field}", such as ${shownValue(earlier)} and ${shownValue(later)}: they are one record. If the source means two, give them ids that differ in more than spaces, invisible characters and what a spreadsheet adds.`;
        },
      };
}
