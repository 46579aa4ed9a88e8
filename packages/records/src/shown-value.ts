import { decimalText, ExactNumber, isJsonObject, type JsonValue } from '@tessera/json';
import type { DeclaredType } from '@tessera/search-engine';

/** Maximum code points of a value in a message. */
const shownCharacters = 60;

const invisible = /(?! )[\p{Default_Ignorable_Code_Point}\p{Zs}]/gu;

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}}`;
}

/** The first characters of a value, as JSON. Invisible ones and separate accents are escaped. */
export function shownValue(value: JsonValue): string {
  const text = beginningOf(value, shownCharacters);
  const characters = [...text];
  return characters.length <= shownCharacters + 2 ? text : `${characters.slice(0, shownCharacters).join('')}…`;
}

/**
 * Returns the start of the JSON, with at least `characters` characters if there are so many. Does not serialize the
 * rest of a large value.
 */
function beginningOf(value: JsonValue, characters: number): string {
  if (typeof value === 'string') {
    const kept = [...value.slice(0, 2 * characters + 2)].slice(0, characters + 1).join('');
    return JSON.stringify(kept).replace(kept === kept.normalize('NFC') ? invisible : /\p{M}/gu, escaped);
  }
  if (typeof value === 'number' || value instanceof ExactNumber) {
    return decimalText(value);
  }
  const isList = Array.isArray(value);
  if (!isList && !isJsonObject(value)) {
    return String(value);
  }
  let text = isList ? '[' : '{';
  for (const [index, [name, inner]] of Object.entries(value as object)
    .slice(0, characters)
    .entries()) {
    text += `${index === 0 ? '' : ', '}${isList ? '' : `${beginningOf(name, characters)}: `}`;
    if (text.length > characters) {
      return text;
    }
    text += beginningOf(inner as JsonValue, characters - text.length);
  }
  return `${text}${isList ? ']' : '}'}`;
}

/** Advice what to send instead of a value that does not match its declared type. */
export function hintFor(value: JsonValue, type: DeclaredType): string {
  const text = typeof value === 'string' ? value.trim() : '';
  switch (type) {
    case 'number':
      return numberHint(text);
    case 'date':
      return dateHint(text);
    case 'string':
      return 'send text';
    case 'enum':
      return 'send one value or a list of values';
  }
}

function numberHint(text: string): string {
  if (/^[-+]?\d{1,3},\d{3}$/.test(text)) {
    return `decimal comma or thousands separator? Send ${text.replace(',', '.')} or ${text.replace(',', '')}`;
  }
  if (/^[-+]?(?:\d+|\d{1,3}(?:[. '\u00A0\u202F]\d{3})+),\d+$/.test(text)) {
    return `decimal comma: send ${text.replaceAll(/[^\d,+-]/g, '').replace(',', '.')}`;
  }
  if (/^[-+]?\d{1,3}(?:[, '\u00A0\u202F]\d{3})+(?:\.\d+)?$/.test(text)) {
    return `thousands separator: send ${text.replaceAll(/[^\d.+-]/g, '')}`;
  }
  return /\d/.test(text) ? 'send the digits alone, without a unit or currency' : 'send a number';
}

function dateHint(text: string): string {
  const [, one = '', other = '', year = ''] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})\b/.exec(text) ?? [];
  const dated = (month: string, day: string) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (year === '') {
    return 'send YYYY-MM-DD or an ISO 8601 time';
  }
  if (Number(one) > 12 || Number(other) > 12) {
    return `send ${Number(one) > 12 ? dated(other, one) : dated(one, other)}`;
  }
  return `day or month first? Send ${dated(other, one)} or ${dated(one, other)}`;
}
