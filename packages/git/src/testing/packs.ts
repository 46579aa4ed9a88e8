import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { PackLimits } from '../pack/budget.js';
import { type EntryType, entryHeader, packHeader } from '../pack/format.js';
import { type PackBase, readPack } from '../pack/read.js';
import type { ReceivedObjects } from '../pack/received.js';
import { unpack } from '../pack/unpack.js';
import type { Pauses } from '../pauses.js';
import { MemoryFile } from './memory-file.js';

/** An entry of a pack that a test writes by hand. It can be invalid. */
export interface HandMadeEntry {
  readonly type: EntryType;
  readonly content: Buffer;
  /** The declared size, if it differs from that of the content. */
  readonly size?: number;
  /** The base: its id for a reference delta, the encoded distance to it for an offset delta. */
  readonly base?: Buffer;
  /** Replaces the zlib stream. */
  readonly stream?: Buffer;
}

const typeNumbers: Readonly<Partial<Record<EntryType, number>>> = { offset_delta: 6, reference_delta: 7 };

/** A pack of the given entries. `count` is the number that its header declares. */
export function packOf(entries: readonly HandMadeEntry[], count = entries.length): Buffer {
  return sealed(Buffer.concat([packHeader(count), ...entries.map(entryBytes)]));
}

/** One entry as encoded in a pack. */
export function entryBytes(entry: HandMadeEntry): Buffer {
  const { type, content, size = content.length, base = Buffer.alloc(0), stream = deflateSync(content) } = entry;
  const kind = type === 'offset_delta' || type === 'reference_delta' ? 'blob' : type;
  const header = entryHeader(kind, size);
  const number = typeNumbers[type];
  if (number !== undefined) {
    header[0] = ((header[0] ?? 0) & 0x8f) | (number << 4);
  }
  return Buffer.concat([header, base, stream]);
}

/** The distance to an offset delta's base, as encoded in its entry. */
export function distanceBytes(distance: number): Buffer {
  const bytes = [distance % 128];
  for (let rest = Math.floor(distance / 128); rest > 0; rest = Math.floor((rest - 1) / 128)) {
    bytes.unshift(0x80 | ((rest - 1) % 128));
  }
  return Buffer.from(bytes);
}

/** Appends the checksum of a pack. */
export function sealed(pack: Buffer): Buffer {
  return Buffer.concat([pack, createHash('sha1').update(pack).digest()]);
}

/** A delta with the given sizes and instructions. */
export function deltaOf(baseBytes: number, resultBytes: number, instructions: readonly number[]): Buffer {
  return Buffer.from([...sizeBytes(baseBytes), ...sizeBytes(resultBytes), ...instructions]);
}

function sizeBytes(size: number): number[] {
  const bytes: number[] = [];
  for (let rest = size; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) {
      return [...bytes, rest];
    }
    bytes.push((rest % 128) | 0x80);
  }
}

/** Limits that no ordinary pack of a test reaches. */
export const wideLimits: PackLimits = {
  objects: 200_000,
  fileBytes: 25 * 1024 * 1024,
  wholeBytes: 25 * 1024 * 1024,
  inflatedBytes: 1000 * 1024 * 1024,
  commitBytes: 32 * 1024 * 1024,
  memoryBytes: 256 * 1024 * 1024,
  deltaInstructions: 20_000_000,
};

/** Never pauses. */
export const noPauses: Pauses = { isDue: false, take: async () => undefined };

/** A stored object in one piece. */
interface StoredBase extends Pick<PackBase, 'oid' | 'kind'> {
  readonly content: Buffer;
}

/** Reads a pack in the same way as a push, against a store that contains the given objects. */
export async function readPackBytes(
  pack: Buffer,
  { limits = wideLimits, stored = [] }: { limits?: PackLimits; stored?: readonly StoredBase[] } = {},
): Promise<ReceivedObjects> {
  const file = new MemoryFile();
  file.append(pack);
  const basesOf = async function* (ids: readonly string[]): AsyncGenerator<PackBase> {
    const wanted = stored.filter(({ oid }) => ids.includes(oid.toString('hex')));
    yield* wanted.map(({ content, ...base }) => ({ ...base, size: content.length, pieces: [content] }));
  };
  return unpack({ file, packAt: 0, limits, pauses: noPauses, basesOf }, async (given) => readPack(file, given));
}
