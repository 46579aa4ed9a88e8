import { InvalidObjectError, type ObjectKind, oidBytes } from '../objects/objects.js';

/** The encoding of an object in a pack: whole, or as a delta from an earlier object of the pack or one named by id. */
export type EntryType = ObjectKind | 'offset_delta' | 'reference_delta';

const typeNumbers: readonly (EntryType | undefined)[] = [
  undefined,
  'commit',
  'tree',
  'blob',
  'tag',
  undefined,
  'offset_delta',
  'reference_delta',
];

/** The header of a pack with this number of objects. */
export function packHeader(objects: number): Buffer {
  const header = Buffer.from('PACK\0\0\0\u0002\0\0\0\0', 'latin1');
  header.writeUInt32BE(objects, 8);
  return header;
}

/** Bytes before the first object of a pack. */
export const packHeaderBytes = 12;

/** The bytes before the zlib stream of a whole object: its kind and inflated size. */
export function entryHeader(kind: ObjectKind, size: number): Buffer {
  const bytes = [(typeNumbers.indexOf(kind) << 4) | (size & 0x0f)];
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.push((bytes.pop() ?? 0) | 0x80, rest & 0x7f);
  }
  // The highest bit of a byte means that another byte follows.
  return Buffer.from(bytes);
}

/** The header of one entry. `base` is the offset in the pack, or the id, of the object that a delta starts from. */
export interface EntryHeader {
  readonly type: EntryType;
  readonly size: number;
  readonly base?: number | Buffer;
  /** Offset of the zlib stream. */
  readonly dataAt: number;
}

const sizeBytesMax = 6;
/** The longest header of an entry. */
export const entryHeaderBytes = 1 + sizeBytesMax + 1 + oidBytes;

/** Reads the header of the entry at an offset of the pack. Throws `InvalidObjectError` for an invalid one. */
export function readEntryHeader(pack: Buffer, start: number): EntryHeader {
  const first = byteAt(pack, start);
  const type = typeNumbers[(first >> 4) & 0x07];
  let size = first & 0x0f;
  let at = start + 1;
  for (let more = (first & 0x80) !== 0; more; at += 1) {
    const byte = byteAt(pack, at);
    if (at - start > sizeBytesMax) {
      throw new InvalidObjectError('an object of the pack declares a size that nothing has');
    }
    size += (byte & 0x7f) * 2 ** (4 + 7 * (at - start - 1));
    more = (byte & 0x80) !== 0;
  }
  if (type === undefined) {
    throw new InvalidObjectError('an object of the pack is of an unknown type');
  }
  if (type === 'reference_delta') {
    if (at + oidBytes > pack.length) {
      throw breaksOff();
    }
    // A copy, which does not keep the pack in memory.
    return { type, size, base: Buffer.from(pack.subarray(at, at + oidBytes)), dataAt: at + oidBytes };
  }
  if (type === 'offset_delta') {
    const { distance, end } = readDistance(pack, at);
    return { type, size, base: start - distance, dataAt: end };
  }
  return { type, size, dataAt: at };
}

/** The distance from a delta back to its base: big-endian, 7 bits per byte, with 1 added for each byte but the last. */
function readDistance(pack: Buffer, start: number): { distance: number; end: number } {
  let byte = byteAt(pack, start);
  let distance = byte & 0x7f;
  let end = start + 1;
  while ((byte & 0x80) !== 0 && end - start < sizeBytesMax) {
    byte = byteAt(pack, end);
    distance = (distance + 1) * 128 + (byte & 0x7f);
    end += 1;
  }
  return { distance, end };
}

function byteAt(pack: Buffer, at: number): number {
  const byte = pack[at];
  if (byte === undefined) {
    throw breaksOff();
  }
  return byte;
}

/** Creates the error for a pack that ends before its last object. */
export function breaksOff(): InvalidObjectError {
  return new InvalidObjectError('the pack breaks off');
}
