import { createHash } from 'node:crypto';
import { InvalidObjectError, type ObjectKind, oidBytes } from '../objects/objects.js';
import { PackBudget, type PackLimits } from './budget.js';
import { PackBytes } from './bytes.js';
import { applyDelta, readDeltaHeader } from './delta.js';
import type { PackFile } from './file.js';
import {
  breaksOff,
  type EntryHeader,
  entryHeaderBytes,
  packHeader,
  packHeaderBytes,
  readEntryHeader,
} from './format.js';
import { deflatedBytesMax, inflate } from './inflate.js';
import { ReceivedObjects, type SpooledObjects } from './received.js';

/** A stored object from which deltas of a thin pack start. */
export interface PackBase {
  readonly oid: Buffer;
  readonly kind: ObjectKind;
  readonly size: number;
  /** Its content, read in pieces: a small object in one, a large one in several. */
  readonly pieces: AsyncIterable<Buffer> | Iterable<Buffer>;
}

/** A stored base whose content was copied to the file of the pack. */
export interface SpooledBase {
  readonly hex: string;
  readonly kind: ObjectKind;
  readonly at: number;
  readonly bytes: number;
}

/** The pack of a push, and the stored objects that its deltas may start from. */
export interface PackToRead {
  /** Offsets of the pack in the file. */
  readonly start: number;
  readonly end: number;
  readonly limits: PackLimits;
  /** Undefined if the bases are not known yet. */
  readonly bases?: readonly SpooledBase[];
}

/** The result of reading a pack: where its objects are, or the ids of missing bases, or the reason for refusing it. */
export type PackRead =
  | { readonly spooled: SpooledObjects }
  | { readonly needs: readonly string[] }
  | { readonly problem: string };

/**
 * Reads the objects of a pack and appends the results of its deltas to the file. Refuses a pack that is damaged, too
 * large, or based on a missing object.
 */
export function readPack(file: PackFile, { start, end, limits, bases }: PackToRead): PackRead {
  try {
    const pack = new PackBytes(file, start, end - start);
    const reading = new PackReading(pack, { file, packAt: start, limits });
    reading.readEntries(objectCount(pack, limits));
    reading.resolveWithin();
    if (bases === undefined && reading.needs.length > 0) {
      return { needs: reading.needs };
    }
    reading.resolveThin(bases ?? []);
    reading.refuseUnresolved();
    return { spooled: reading.objects.spooled() };
  } catch (error) {
    if (error instanceof InvalidObjectError) {
      return { problem: error.message };
    }
    throw error;
  }
}

function objectCount(pack: PackBytes, limits: PackLimits): number {
  if (pack.length < packHeaderBytes + oidBytes) {
    throw breaksOff();
  }
  const header = pack.read(0, packHeaderBytes);
  const count = header.readUInt32BE(packHeaderBytes - 4);
  if (!header.equals(packHeader(count))) {
    throw new InvalidObjectError('this is not a pack of version 2');
  }
  if (count > limits.objects) {
    throw new InvalidObjectError(`the pack holds ${count} objects; ${limits.objects} at most are taken at a time`);
  }
  const end = pack.length - oidBytes;
  const hash = createHash('sha1');
  for (const piece of pack.pieces(end)) {
    hash.update(piece);
  }
  if (!hash.digest().equals(pack.read(end, oidBytes))) {
    throw new InvalidObjectError('the pack has been damaged on its way, or breaks off');
  }
  return count;
}

interface Entry extends EntryHeader {
  /** Offset of the entry in the pack. */
  readonly at: number;
}

/** An object whose deltas are being resolved. */
interface DeltaBase {
  readonly kind: ObjectKind;
  readonly content: Buffer;
  readonly waiting: Entry[];
}

class PackReading {
  readonly objects: ReceivedObjects;
  private readonly whole: { readonly entry: Entry; readonly hex: string }[] = [];
  /** Unresolved deltas by the offset of their base, and by the id of their base. */
  private readonly byOffset = new Map<number, Entry[]>();
  private readonly byId = new Map<string, Entry[]>();
  private readonly budget: PackBudget;

  constructor(
    private readonly pack: PackBytes,
    private readonly dependencies: { readonly file: PackFile; readonly packAt: number; readonly limits: PackLimits },
  ) {
    this.objects = new ReceivedObjects(dependencies.file);
    this.budget = new PackBudget(dependencies.limits);
  }

  /** Reads the pack once. Whole objects are recorded; deltas are kept until their base is resolved. */
  readEntries(count: number): void {
    let at = packHeaderBytes;
    for (let n = 0; n < count; n += 1) {
      const entry = this.entryAt(at);
      at = this.readEntry(entry);
    }
    if (at !== this.pack.length - oidBytes) {
      throw new InvalidObjectError('the pack holds more than it declares');
    }
  }

  private entryAt(at: number): Entry {
    const header = readEntryHeader(this.read(at, entryHeaderBytes), 0);
    const base = typeof header.base === 'number' ? at + header.base : header.base;
    return { ...header, ...(base !== undefined && { base }), dataAt: at + header.dataAt, at };
  }

  /** Bytes before the checksum at the end. */
  private read(at: number, length: number): Buffer {
    return this.pack.read(at, Math.min(length, Math.max(0, this.pack.length - oidBytes - at)));
  }

  /** Reads one entry and returns the offset of the next. */
  private readEntry(entry: Entry): number {
    const { content, deflatedBytes } = this.inflateEntry(entry);
    const end = entry.dataAt + deflatedBytes;
    const { type, base } = entry;
    if (type === 'offset_delta' || type === 'reference_delta') {
      if (typeof base === 'number') {
        push(this.byOffset, base, entry);
      } else if (base !== undefined) {
        push(this.byId, base.toString('hex'), entry);
      }
      return end;
    }
    const range = { at: this.dependencies.packAt + entry.dataAt, bytes: deflatedBytes };
    // Large files are stored in parts, so that a part can be read alone. A zlib stream allows reading only from the
    // start.
    const oid =
      content.length <= this.dependencies.limits.wholeBytes && deflatedBytes <= deflatedBytesMax(content.length)
        ? this.objects.addAt(type, content, range)
        : this.objects.add(type, content);
    this.whole.push({ entry, hex: oid.toString('hex') });
    return end;
  }

  private inflateEntry({ type, size, dataAt }: Entry): { content: Buffer; deflatedBytes: number } {
    this.budget.count(type, size);
    return inflate((length) => this.read(dataAt, length), size);
  }

  /** Resolves the deltas that start from objects of the pack. */
  resolveWithin(): void {
    for (const { entry, hex } of this.whole) {
      const waiting = this.takeWaiting(entry.at, hex);
      const kind = this.objects.get(hex)?.kind;
      if (waiting.length > 0 && kind !== undefined) {
        this.resolve({ kind, content: this.inflateEntry(entry).content, waiting });
      }
    }
  }

  /** The ids of bases that are not in the pack. */
  get needs(): string[] {
    return [...this.byId.keys()];
  }

  /** Resolves the deltas of a thin pack, whose bases are stored objects. */
  resolveThin(bases: readonly SpooledBase[]): void {
    for (const { hex, kind, at, bytes } of bases) {
      this.resolve({
        kind,
        content: this.dependencies.file.read(at, bytes),
        waiting: this.takeWaiting(undefined, hex),
      });
    }
  }

  /** Throws `InvalidObjectError` for the first delta whose base is missing. */
  refuseUnresolved(): void {
    const [hex] = this.byId.keys();
    if (hex !== undefined) {
      throw new InvalidObjectError(`the pack builds on ${hex}, which is neither in it nor in the repo`);
    }
    if (this.byOffset.size > 0) {
      throw new InvalidObjectError('a delta in the pack starts from what is not an object before it');
    }
  }

  private takeWaiting(offset: number | undefined, hex: string): Entry[] {
    const waiting = [...((offset !== undefined && this.byOffset.get(offset)) || []), ...(this.byId.get(hex) ?? [])];
    this.byId.delete(hex);
    if (offset !== undefined) {
      this.byOffset.delete(offset);
    }
    return waiting;
  }

  /**
   * Resolves all deltas that start from one object, then those that start from the results, and so on. An object is
   * released before its last delta is followed, so a long chain of versions keeps only two in memory.
   */
  private resolve(root: DeltaBase): void {
    const open = [root];
    let memoryBytes = root.content.length;
    for (let from = open.at(-1); from !== undefined; from = open.at(-1)) {
      const entry = from.waiting.pop();
      if (from.waiting.length === 0) {
        open.pop();
        memoryBytes -= from.content.length;
      }
      if (entry === undefined) {
        continue;
      }
      const applied = this.apply(from, entry);
      if (applied.waiting.length > 0) {
        open.push(applied);
        memoryBytes += applied.content.length;
      }
      this.budget.refuseMemory(memoryBytes);
    }
  }

  private apply({ kind, content }: DeltaBase, entry: Entry): DeltaBase {
    const delta = this.inflateEntry(entry).content;
    this.budget.count(kind, readDeltaHeader(delta).resultBytes);
    const { result, instructions } = applyDelta(content, delta, this.budget.instructionsLeft);
    this.budget.instructionsLeft -= instructions;
    const oid = this.objects.add(kind, result);
    return { kind, content: result, waiting: this.takeWaiting(entry.at, oid.toString('hex')) };
  }
}

function push<Key>(map: Map<Key, Entry[]>, key: Key, entry: Entry): void {
  const list = map.get(key);
  if (list === undefined) {
    map.set(key, [entry]);
  } else {
    list.push(entry);
  }
}
