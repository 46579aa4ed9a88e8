import type { WriteMode } from '@tessera/contract';
import type { JsonObject } from '@tessera/json';
import { isControlField } from '@tessera/records';
import type { CollectionView } from '../access/view.js';

/** Which fields of a stored record a write keeps. */
export interface Composition {
  readonly mode: WriteMode;
  /** Whether some fields are hidden from the writer. */
  readonly hidesFields: boolean;
  /** Whether a field is hidden from the writer. */
  readonly isUnseen: (field: string) => boolean;
  /** Whether a new record must have the field: it is required, or a filter of the writer's slice uses it. */
  readonly isNeeded: (field: string) => boolean;
}

/** Returns how sent records are merged with stored ones. Null if they replace the stored record as a whole. */
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

/** Returns the fields of a sent record that are ignored, because they are hidden from the writer. */
export function ignoredFields(sent: JsonObject, stored: JsonObject | null, composition: Composition): string[] {
  const { isUnseen, isNeeded } = composition;
  return Object.keys(sent).filter((field) => isUnseen(field) && (stored !== null || !isNeeded(field)));
}

/**
 * Merges a sent record into the stored one. Fields that are hidden from the writer keep their stored values. Nothing of
 * a deleted record is kept.
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

/** Returns the fields of a record that the writer may see. */
export function seenPart(record: JsonObject, { isUnseen }: Composition): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([field]) => !isUnseen(field)));
}
