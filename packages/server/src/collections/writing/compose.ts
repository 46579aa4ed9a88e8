import type { WriteMode } from '@tessera/contract';
import type { JsonObject } from '@tessera/json';
import type { CollectionView } from '../access/view.js';
import { isControlField } from '../model/config.js';

/** Which fields of a stored record stay when a record of its id is written. */
export interface Composition {
  readonly mode: WriteMode;
  /** Whether there are fields that the writer cannot see. */
  readonly hidesFields: boolean;
  /** Whether the writer cannot see a field. */
  readonly isUnseen: (field: string) => boolean;
  /** Whether a record cannot be created without a field: it is required, or decides about the writer's slice. */
  readonly isNeeded: (field: string) => boolean;
}

/** How a caller's records are composed with stored ones; null where they replace them whole. */
export function compositionOf({ config, level, writeSlice }: CollectionView, mode: WriteMode): Composition | null {
  const exposed = level === 'manage' ? null : config.exposed_fields;
  if (mode === 'replace' && exposed === null) {
    return null;
  }
  const seen = new Set(exposed);
  const needed = new Set([
    ...config.required_fields,
    ...(writeSlice?.compiled ?? []).flatMap(({ conditions }) => conditions.map(({ field }) => field)),
  ]);
  return {
    mode,
    hidesFields: exposed !== null,
    isUnseen: (field) => exposed !== null && !seen.has(field) && !isControlField(field, config),
    isNeeded: (field) => needed.has(field),
  };
}

/** The fields of a sent record that are ignored because its writer cannot see them. */
export function ignoredFields(sent: JsonObject, stored: JsonObject | null, composition: Composition): string[] {
  const { isUnseen, isNeeded } = composition;
  return Object.keys(sent).filter((field) => isUnseen(field) && (stored !== null || !isNeeded(field)));
}

/**
 * The record that a write makes of what was sent, without what is ignored, and of what is stored: fields that the writer
 * cannot see stay as they are. A deleted record has nothing to keep.
 */
export function compose(sent: JsonObject, stored: JsonObject | null, composition: Composition): JsonObject {
  const { mode, isUnseen } = composition;
  const isMerge = mode === 'merge';
  const ignored = new Set(ignoredFields(sent, stored, composition));
  const kept = Object.entries(stored ?? {}).filter(
    ([field]) => isUnseen(field) || (isMerge && !Object.hasOwn(sent, field)),
  );
  const written = Object.entries(sent).filter(([field, value]) => !ignored.has(field) && !(isMerge && value === null));
  return Object.fromEntries([...kept, ...written]);
}

/** What the writer sees of a record. */
export function seenPart(record: JsonObject, { isUnseen }: Composition): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([field]) => !isUnseen(field)));
}
