import { hashObject } from '@tessera/git';
import { isText, isTextType, mediaTypeOf } from './media-type.js';
import { isCategory, isMarkdown } from './names.js';

/** Number of bytes at the start of a document that are searched for its title. */
const headBytes = 64 * 1024;

/** A document's content after a change. */
export interface NewContent {
  readonly blob: Buffer;
  readonly size: number;
  readonly mediaType: string;
  readonly title: string;
  readonly position: number | null;
}

/**
 * The stored facts of a document, without its bytes. `blob` is the id of the content if it is known. `size` must be
 * given if `bytes` is only the start.
 */
export function contentOf(
  bytes: Buffer,
  {
    path,
    title,
    size = bytes.length,
    blob = hashObject('blob', bytes),
  }: { path: string; title: string; size?: number; blob?: Buffer },
): NewContent {
  return { blob, size, mediaType: mediaTypeOf(path, bytes, size), title, position: positionOf(path, bytes) };
}

const number = `["']?(-?\\d{1,9}(?:\\.\\d{1,9})?)["']?`;
const inFrontMatter = new RegExp(
  `^\\uFEFF?(---|\\+\\+\\+)[ \\t]*\\r?\\n(?:(?!\\1).*\\r?\\n){0,200}?(?:sidebar_position|nav_order)[ \\t]*[:=][ \\t]*${number}[ \\t]*(?:#.*)?\\r?\\n`,
);
const inCategory = new RegExp(`(?:^|[\\s{,])"?position"?\\s*:\\s*${number}`);

/**
 * The position in its folder that a document states, as for Docusaurus and Just the Docs: `sidebar_position` or
 * `nav_order` in front matter. For a folder, `position` in its `_category_.json`. Null if there is none.
 */
export function positionOf(path: string, bytes: Buffer): number | null {
  const pattern = isCategory(path) ? inCategory : isMarkdown(path) ? inFrontMatter : undefined;
  const stated = pattern?.exec(headOf(bytes))?.at(-1);
  return stated === undefined ? null : Number(stated);
}

/** The start of a document as text. It contains the title. */
export function headOf(bytes: Buffer): string {
  return bytes.subarray(0, headBytes).toString('utf8');
}

/** The text of a document; null if its type or bytes are not text. */
export function textOf(bytes: Buffer, mediaType: string): string | null {
  return isTextType(mediaType) && isText(bytes) ? bytes.toString('utf8') : null;
}
