import type { WriteMode } from '@tessera/contract';
import type { JsonObject } from '@tessera/json';
import type { CollectionView } from '../access/view.js';
import { isControlField } from '../model/config.js';

/** Which fields of a stored record stay when a record of its id is written. */
export interface Composition {
  readonly mode: WriteMode;
  /** Whether the writer cannot see a field. */
  readonly isUnseen: (field: string) => boolean;
}

/** How a caller's records are composed with stored ones; null where they replace them whole. */
export function compositionOf({ config, level }: CollectionView, mode: WriteMode): Composition | null {
  const exposed = level === 'manage' ? null : config.exposed_fields;
  if (mode === 'replace' && exposed === null) {
    return null;
  }
  const seen = new Set(exposed);
  return { mode, isUnseen: (field) => exposed !== null && !seen.has(field) && !isControlField(field, config) };
}

/** The record that a write makes of what was sent and what is stored. A deleted record has nothing to keep. */
export function compose(sent: JsonObject, stored: JsonObject | null, { mode, isUnseen }: Composition): JsonObject {
  const isMerge = mode === 'merge';
  const kept = Object.entries(stored ?? {}).filter(
    ([field]) => !Object.hasOwn(sent, field) && (isMerge || isUnseen(field)),
  );
  const written = Object.entries(sent).filter(([, value]) => !(isMerge && value === null));
  return Object.fromEntries([...kept, ...written]);
}
