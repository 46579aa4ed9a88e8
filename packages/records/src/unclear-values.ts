import { isRoundedId } from '@tessera/contract';
import { type JsonObject, type JsonValue, ownValue, stringifyJson } from '@tessera/json';
import { type CollectionConfig, declaredFields } from './config.js';
import { meansDeletion } from './deletion.js';
import { findingOf, isExposed, type RecordFinding } from './field-rules.js';
import { shownValue } from './shown-value.js';

/** Fields with which sources say that a record is deleted. */
const flags = new Set([
  'deleted',
  'is_deleted',
  'isdeleted',
  '_deleted',
  '__deleted',
  'deleted_at',
  'deletedat',
  'removed',
  'is_removed',
]);
/** Fields that contain the kind of an event. */
const kinds = new Set(['event', 'event_type', 'eventtype', 'action', 'operation', 'op', '__op', 'topic', '_action']);
const deletion = /(?:^|[^a-z])(?:d|deleted?|removed?|destroy(?:ed)?)$/i;

/** Findings for values that are stored as they are, but probably mean something else than the source meant. */
export function unclearValues(record: JsonObject, config: CollectionConfig): RecordFinding[] {
  const rounded = config.id_match_fields.flatMap((field) =>
    isRounded(ownValue(record, field)) ? [roundedIdentifier(field, record, config)] : [],
  );
  const others = Object.entries(record).flatMap(([field, value]) => {
    if (isUnreadable(value)) {
      return [unreadableText(field)];
    }
    return isUnclearDeletion(field, value, config) ? [unclearDeletion(field, value, config)] : [];
  });
  return [...rounded, ...others];
}

function isRounded(value: JsonValue | undefined): boolean {
  return Array.isArray(value) ? value.some(isRounded) : typeof value === 'string' && isRoundedId(value);
}

function roundedIdentifier(field: string, record: JsonObject, config: CollectionConfig): RecordFinding {
  const shown = isExposed(field, config) ? shownValue(ownValue(record, field) ?? null) : 'a number';
  return findingOf(
    field,
    'type_mismatch',
    () =>
      `Identifier "${field}" arrives with ${shown}: a spreadsheet has rounded it, and its last digits are lost. Format the column as text in the spreadsheet, and send it again.`,
  );
}

/** Whether text contains the character that replaces bytes of another encoding. */
function isUnreadable(value: JsonValue): boolean {
  const text =
    typeof value === 'string' ? value : typeof value === 'object' && value !== null ? stringifyJson(value) : '';
  return text.includes('\uFFFD');
}

function unreadableText(field: string): RecordFinding {
  return findingOf(
    field,
    'delivery',
    () =>
      `Field "${field}" arrives with text that was read in a wrong encoding: letters are replaced by U+FFFD. Read the text in its own encoding, and send it again.`,
  );
}

function isUnclearDeletion(field: string, value: JsonValue, config: CollectionConfig): boolean {
  const name = field.toLowerCase();
  const isUnclear = flags.has(name)
    ? meansDeletion(value, undefined)
    : kinds.has(name) && typeof value === 'string' && deletion.test(value);
  return isUnclear && !declaredFields(config).has(field);
}

function unclearDeletion(field: string, value: JsonValue, config: CollectionConfig): RecordFinding {
  const shown = isExposed(field, config) ? shownValue(value) : 'a value';
  return findingOf(
    field,
    'delivery',
    () =>
      `Field "${field}" arrives with ${shown} and is stored as a field. If it means that the source has deleted the record, name it in deleted_field of the configuration; if not, declare the field.`,
  );
}
