import { stringifyJson } from '@tessera/json';
import stringWidth from 'string-width';

// Matches control characters. A terminal interprets them, and a stored record can contain any.
const control = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Makes text safe to print: line breaks become spaces, and other control characters are escaped. */
export function plain(text: string): string {
  return text.replace(/\s*[\r\n]+\s*/g, ' ').replace(control, (character) => {
    return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
  });
}

/** Makes text safe to print, but keeps its line breaks. */
export function plainLines(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map(plain)
    .join('\n');
}

/** Any value on one line: `-` for nothing, `yes` or `no`, lists separated by commas, and objects as JSON. */
export function cell(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map(element).join(', ');
  return element(value);
}

function element(value: unknown): string {
  return plain(typeof value === 'string' ? value : stringifyJson(value));
}

/** The width of a string in a terminal, in columns. */
export function widthOf(text: string): number {
  return stringWidth(text);
}

/** Cuts text to a width. Adds an ellipsis if something is missing. */
export function fit(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = '';
  for (const character of text) {
    if (widthOf(kept + character) >= width) break;
    kept += character;
  }
  return `${kept}…`;
}

/** Pads text with spaces to a width. */
export function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}
