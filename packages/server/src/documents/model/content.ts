import { hashObject } from '../git/objects.js';
import { titleOf } from '../rendering/index.js';
import type { NewContent } from '../store/index.js';
import { isText, mediaTypeOf } from './media-type.js';

/** Bytes of a document that are looked at for its title. */
const titleBytes = 64 * 1024;

/** What is kept of a document beside its bytes. `blob` is their id where it is known already. */
export function contentOf(path: string, bytes: Buffer, blob = hashObject('blob', bytes)): NewContent {
  const mediaType = mediaTypeOf(path, bytes);
  const title = titleOf(path, bytes.subarray(0, titleBytes).toString('utf8'));
  return { blob, size: bytes.length, mediaType, title };
}

/** The text of a document; null for one that is no text. */
export function textOf(bytes: Buffer): string | null {
  return isText(bytes) ? bytes.toString('utf8') : null;
}
