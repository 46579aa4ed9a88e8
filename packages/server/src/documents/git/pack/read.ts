import { createHash } from 'node:crypto';
import { Pauses } from '../../../platform/pauses.js';
import { InvalidObjectError, type ObjectKind, oidBytes, pushInParts } from '../objects.js';
import { applyDelta, readDeltaHeader } from './delta.js';
import { breaksOff, type EntryHeader, packHeader, packHeaderBytes, readEntryHeader } from './format.js';
import { deflatedBytesMax, inflate } from './inflate.js';
import { ReceivedObjects } from './received.js';
import type { Spool } from './spool.js';

/** What a pack may hold; beyond, reading it ends before the memory is taken. */
export interface PackLimits {
  readonly objects: number;
  /** Content of one file. */
  readonly fileBytes: number;
  /** Content of all objects together, and of the deltas that make them. */
  readonly inflatedBytes: number;
  /** Content of all commits together. */
  readonly commitBytes: number;
  /** Content held at a time while deltas of deltas are worked out. */
  readonly heldBytes: number;
  /** Instructions of all deltas together. */
  readonly deltaInstructions: number;
}

/** An object of the store that deltas of a thin pack start from. */
export interface PackBase {
  readonly oid: Buffer;
  readonly kind: ObjectKind;
  readonly content: Buffer;
}

/** What a pack is read with. */
export interface PackParts {
  /** Where the pack lies, as its first bytes, and where what it is made into is kept. */
  readonly spool: Spool;
  /** Where in the spool the pack begins. */
  readonly packAt: number;
  readonly limits: PackLimits;
  /** Those of the store's objects that exist, in batches that fit into memory. */
  readonly basesOf: (oids: readonly Buffer[]) => AsyncIterable<PackBase>;
}

/** Folders and commits are small: five thousand entries of the longest names are not 2 MiB. */
const smallObjectBytes = 2 * 1024 * 1024;

/**
 * Reads the pack that begins at `packAt` of the spool, whole objects and deltas. Throws `InvalidObjectError` for a pack
 * that is broken, too large or builds on an object that is not there.
 */
export async function readPack(parts: PackParts): Promise<ReceivedObjects> {
  const pack = parts.spool.read(parts.packAt, parts.spool.bytes - parts.packAt);
  const count = objectCount(pack, parts.limits);
  const reading = new PackReading(pack, parts);
  await reading.readEntries(count);
  await reading.resolveWithin();
  await reading.resolveThin();
  reading.refuseUnresolved();
  return reading.objects;
}

function objectCount(pack: Buffer, limits: PackLimits): number {
  if (pack.length < packHeaderBytes + oidBytes) {
    throw breaksOff();
  }
  const count = pack.readUInt32BE(packHeaderBytes - 4);
  if (!pack.subarray(0, packHeaderBytes).equals(packHeader(count))) {
    throw new InvalidObjectError('this is not a pack of version 2');
  }
  if (count > limits.objects) {
    throw new InvalidObjectError(`the pack holds ${count} objects; ${limits.objects} at most are taken at a time`);
  }
  const end = pack.length - oidBytes;
  if (!createHash('sha1').update(pack.subarray(0, end)).digest().equals(pack.subarray(end))) {
    throw new InvalidObjectError('the pack has been damaged on its way, or breaks off');
  }
  return count;
}

interface Entry extends EntryHeader {
  /** Where in the pack the entry begins. */
  readonly at: number;
}

/** An object while the deltas that start from it are worked out. */
interface Held {
  readonly kind: ObjectKind;
  readonly content: Buffer;
  readonly waiting: Entry[];
}

class PackReading {
  readonly objects: ReceivedObjects;
  private readonly pauses = new Pauses();
  private readonly whole: { readonly entry: Entry; readonly hex: string }[] = [];
  /** Deltas by where their base begins, and by its id. */
  private readonly byPlace = new Map<number, Entry[]>();
  private readonly byId = new Map<string, Entry[]>();
  private inflatedBytes = 0;
  private commitBytes = 0;
  private instructionsLeft: number;

  constructor(
    private readonly pack: Buffer,
    private readonly parts: PackParts,
  ) {
    this.objects = new ReceivedObjects(parts.spool);
    this.instructionsLeft = parts.limits.deltaInstructions;
  }

  /** Goes through the pack once: whole objects are noted, deltas wait for their base. */
  async readEntries(count: number): Promise<void> {
    let at = packHeaderBytes;
    for (let n = 0; n < count; n += 1) {
      const entry = { ...readEntryHeader(this.pack.subarray(0, -oidBytes), at), at };
      at = this.readEntry(entry);
      await this.pauses.take();
    }
    if (at !== this.pack.length - oidBytes) {
      throw new InvalidObjectError('the pack holds more than it declares');
    }
  }

  /** Reads one entry and returns where the next one begins. */
  private readEntry(entry: Entry): number {
    const { content, deflatedBytes } = this.inflateEntry(entry);
    const end = entry.dataAt + deflatedBytes;
    const { type, base } = entry;
    if (type === 'offset_delta' || type === 'reference_delta') {
      if (typeof base === 'number') {
        push(this.byPlace, base, entry);
      } else if (base !== undefined) {
        push(this.byId, base.toString('hex'), entry);
      }
      return end;
    }
    const place = { at: this.parts.packAt + entry.dataAt, bytes: deflatedBytes };
    const oid =
      deflatedBytes <= deflatedBytesMax(content.length)
        ? this.objects.place(type, content, place)
        : this.objects.add(type, content);
    this.whole.push({ entry, hex: oid.toString('hex') });
    return end;
  }

  private inflateEntry({ type, size, dataAt }: Entry): { content: Buffer; deflatedBytes: number } {
    this.count(type, size);
    return inflate(this.pack.subarray(dataAt, -oidBytes), size);
  }

  /** Refuses what is too large before it is there. */
  private count(type: EntryHeader['type'], size: number): void {
    const { limits } = this.parts;
    const isSmall = type === 'tree' || type === 'commit' || type === 'tag';
    const limit = isSmall ? smallObjectBytes : limits.fileBytes;
    // A delta may say all of a file anew, and then some.
    if (size > (type.endsWith('_delta') ? limit + smallObjectBytes : limit)) {
      throw new InvalidObjectError(
        isSmall ? `a ${type} of ${size} bytes is too large` : `a file of ${size} bytes is too large: at most ${limit}`,
      );
    }
    this.inflatedBytes += size;
    if (this.inflatedBytes > limits.inflatedBytes) {
      throw new InvalidObjectError(`the push unpacks to more than ${limits.inflatedBytes} bytes: ${pushInParts}`);
    }
    this.commitBytes += type === 'commit' ? size : 0;
    if (this.commitBytes > limits.commitBytes) {
      throw new InvalidObjectError(
        `the commits of the push take more than ${limits.commitBytes} bytes: ${pushInParts}`,
      );
    }
  }

  /** Works out the deltas that start from whole objects of the pack. */
  async resolveWithin(): Promise<void> {
    for (const { entry, hex } of this.whole) {
      const waiting = this.takeWaiting(entry.at, hex);
      const kind = this.objects.get(hex)?.kind;
      if (waiting.length > 0 && kind !== undefined) {
        await this.resolve({ kind, content: this.inflateEntry(entry).content, waiting });
      }
    }
  }

  /** Works out the deltas that start from objects which the sender knows the store to have. */
  async resolveThin(): Promise<void> {
    const missing = [...this.byId.keys()].map((hex) => Buffer.from(hex, 'hex'));
    for await (const { oid, kind, content } of this.parts.basesOf(missing)) {
      await this.resolve({ kind, content, waiting: this.takeWaiting(undefined, oid.toString('hex')) });
    }
  }

  /** Throws `InvalidObjectError` for the first delta whose base has not been found. */
  refuseUnresolved(): void {
    const [hex] = this.byId.keys();
    if (hex !== undefined) {
      throw new InvalidObjectError(`the pack builds on ${hex}, which is neither in it nor in the repo`);
    }
    if (this.byPlace.size > 0) {
      throw new InvalidObjectError('a delta in the pack starts from what is not an object before it');
    }
  }

  private takeWaiting(place: number | undefined, hex: string): Entry[] {
    const waiting = [...((place !== undefined && this.byPlace.get(place)) || []), ...(this.byId.get(hex) ?? [])];
    this.byId.delete(hex);
    if (place !== undefined) {
      this.byPlace.delete(place);
    }
    return waiting;
  }

  /**
   * Works out all deltas that start from one object, and those that start from these. An object is let go before its last
   * delta is followed, so that of a long chain, which is how versions of a file come, two are held at a time.
   */
  private async resolve(root: Held): Promise<void> {
    const held = [root];
    let heldBytes = root.content.length;
    for (let from = held.at(-1); from !== undefined; from = held.at(-1)) {
      const entry = from.waiting.pop();
      if (from.waiting.length === 0) {
        held.pop();
        heldBytes -= from.content.length;
      }
      if (entry === undefined) {
        continue;
      }
      const made = this.apply(from, entry);
      if (made.waiting.length > 0) {
        held.push(made);
        heldBytes += made.content.length;
      }
      if (heldBytes > this.parts.limits.heldBytes) {
        throw new InvalidObjectError(`the pack builds too many large objects on one another: ${pushInParts}`);
      }
      await this.pauses.take();
    }
  }

  private apply({ kind, content }: Held, entry: Entry): Held {
    const delta = this.inflateEntry(entry).content;
    this.count(kind, readDeltaHeader(delta).resultBytes);
    const { result, instructions } = applyDelta(content, delta, this.instructionsLeft);
    this.instructionsLeft -= instructions;
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
