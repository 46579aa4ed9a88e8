import { charactersOf } from './bytes.js';
import { type ImportSource, UnusableInput } from './source.js';

/** The encodings that sources can have. By default UTF-16 is detected, and anything else is read as UTF-8. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;

/** An encoding of a source. */
export type Encoding = (typeof encodings)[number];

/** The encoding of a source: the given one, or the one detected from its first bytes. */
export function encodingOf(head: Uint8Array, chosen: Encoding | undefined): Encoding {
  if (chosen !== undefined) return chosen;
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  // Without a byte order mark, Latin letters in UTF-16 have a zero in every other byte. UTF-8 text contains no zeros.
  const start = charactersOf(head.subarray(0, 400));
  if (/^(?:[^\0]\0){2}/.test(start)) return 'utf-16le';
  return /^(?:\0[^\0]){2}/.test(start) ? 'utf-16be' : 'utf-8';
}

/** Converts a source to UTF-8. Offsets refer to the converted bytes. */
export function inUtf8(source: ImportSource, encoding: Encoding): ImportSource {
  if (encoding === 'utf-8') return source;
  const head = new TextEncoder().encode(new TextDecoder(encoding).decode(source.head, { stream: true }));
  return { ...source, head, read: (offset) => transcoded(source, encoding, source.isSeekable ? offset : 0) };
}

async function* transcoded(source: ImportSource, encoding: Encoding, offset: number): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder(encoding);
  const encoder = new TextEncoder();
  let left = offset;
  const rest = (text: string): Uint8Array => {
    const bytes = encoder.encode(text);
    const skipped = Math.min(left, bytes.length);
    left -= skipped;
    return bytes.subarray(skipped);
  };
  for await (const chunk of source.read(0)) yield rest(decoder.decode(chunk, { stream: true }));
  yield rest(decoder.decode());
}

/** Reads all bytes of a source. Throws `UnusableInput` if there are more than `most`. */
export async function allBytes(source: ImportSource, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of source.read(0)) {
    length += chunk.length;
    if (length > most) throw new UnusableInput(`${source.name} is larger than ${most} bytes: export it as CSV.`);
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(length);
  let position = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, position);
    position += chunk.length;
  }
  return bytes;
}
