import { joined, textOf } from './bytes.js';
import { type Item, type ItemReader, itemOf, problemItem, recordBytesMax, tooLarge } from './items.js';
import { linesBefore } from './lines.js';
import type { ImportSource } from './source.js';

const lineFeed = 0x0a;
const byteOrderMark = [0xef, 0xbb, 0xbf];

/**
 * Reads the records of a source with one JSON object per line. Empty lines are skipped, and an invalid line fails
 * alone.
 */
export async function* readNdjson(
  source: ImportSource,
  offset: number,
  toItem: ItemReader = itemOf,
): AsyncGenerator<Item, void, undefined> {
  let position = offset;
  let number = 1 + (source.isSeekable ? await linesBefore(source, offset) : 0);
  let line = new Line();
  for await (const chunk of source.read(offset)) {
    let start = 0;
    for (let stop = chunk.indexOf(lineFeed); stop !== -1; stop = chunk.indexOf(lineFeed, start)) {
      line.add(chunk.subarray(start, stop));
      position += stop + 1 - start;
      const item = line.item(position, toItem);
      if (item !== undefined) yield { ...item, line: number };
      number += 1;
      line = new Line();
      start = stop + 1;
    }
    line.add(chunk.subarray(start));
    position += chunk.length - start;
  }
  const last = line.item(position, toItem);
  if (last !== undefined) yield { ...last, line: number };
}

/** The bytes of one line. They are only kept as long as they can be a record. */
class Line {
  private readonly chunks: Uint8Array[] = [];
  private bytes = 0;

  add(part: Uint8Array): void {
    this.bytes += part.length;
    if (this.bytes <= recordBytesMax) this.chunks.push(part);
  }

  item(end: number, toItem: ItemReader): Item | undefined {
    const bytes = trim(joined(this.chunks));
    if (this.bytes > recordBytesMax) return problemItem(tooLarge, textOf(bytes), end);
    return bytes.length === 0 ? undefined : toItem(bytes, end);
  }
}

function trim(bytes: Uint8Array): Uint8Array {
  let start = byteOrderMark.every((byte, index) => bytes[index] === byte) ? byteOrderMark.length : 0;
  let stop = bytes.length;
  while (start < stop && isSpace(bytes[start])) start += 1;
  while (stop > start && isSpace(bytes[stop - 1])) stop -= 1;
  return bytes.subarray(start, stop);
}

/** Whether a byte is JSON white space. */
export function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === 0x0a;
}
