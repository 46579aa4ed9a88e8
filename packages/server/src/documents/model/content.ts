import { hashObject } from './git-objects.js';
import { isText, isTextType, mediaTypeOf } from './media-type.js';

/** Bytes of a document that are looked at for its title. */
const headBytes = 64 * 1024;

/** What a document is after a change. */
export interface NewContent {
  readonly blob: Buffer;
  readonly size: number;
  readonly mediaType: string;
  readonly title: string;
}

/**
 * What is stored of a document beside its bytes. `blob` is their id where it is known, `size` that of a document of which
 * `bytes` is the start.
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
  return { blob, size, mediaType: mediaTypeOf(path, bytes, size), title };
}

/** The start of a document as text, which contains its title. */
export function headOf(bytes: Buffer): string {
  return bytes.subarray(0, headBytes).toString('utf8');
}

/** The text of a document; null for one that is not text, by its type or its bytes. */
export function textOf(bytes: Buffer, mediaType: string): string | null {
  return isTextType(mediaType) && isText(bytes) ? bytes.toString('utf8') : null;
}
