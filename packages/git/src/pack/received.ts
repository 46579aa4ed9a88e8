import { hashObject, type ObjectKind, oidBytes } from '../objects/objects.js';
import type { Pauses } from '../pauses.js';
import type { PackFile } from './file.js';
import { deflate, inflate } from './inflate.js';

/**
 * The location of each object of a push in its temporary file, as parallel arrays: ids of 20 bytes, kinds, sizes,
 * offsets and lengths.
 */
export interface SpooledObjects {
  readonly oids: Uint8Array;
  readonly kinds: Uint8Array;
  readonly sizes: Uint32Array;
  readonly starts: Float64Array;
  readonly bytes: Uint32Array;
  readonly deflated: Uint8Array;
}

const kinds: readonly ObjectKind[] = ['blob', 'tree', 'commit', 'tag'];

/** One object of a push. */
export interface ReceivedObject {
  readonly oid: Buffer;
  readonly kind: ObjectKind;
  /** Size of its content in bytes. */
  readonly size: number;
  /** Its size in the temporary file, in bytes. */
  readonly bytes: number;
}

interface SpooledObject extends ReceivedObject {
  readonly at: number;
  readonly deflated: boolean;
}

/** Content up to this size is stored as one zlib stream. Larger content is stored uncompressed, in parts. */
export const deflatedContentBytes = 256 * 1024;

/** The objects of a push. Their bytes are in a temporary file. If an id occurs twice, the first object is used. */
export class ReceivedObjects {
  private readonly byId = new Map<string, SpooledObject>();

  constructor(private readonly file: PackFile) {}

  /** Reads the locations of objects that another process has written to the temporary file. */
  static async from(file: PackFile, spooled: SpooledObjects, pauses: Pauses): Promise<ReceivedObjects> {
    const objects = new ReceivedObjects(file);
    for (const [n, kind] of spooled.kinds.entries()) {
      objects.note({
        oid: Buffer.from(spooled.oids.subarray(n * oidBytes, (n + 1) * oidBytes)),
        kind: kinds[kind] as ObjectKind,
        size: spooled.sizes[n] as number,
        at: spooled.starts[n] as number,
        bytes: spooled.bytes[n] as number,
        deflated: spooled.deflated[n] === 1,
      });
      if (pauses.isDue) {
        await pauses.take();
      }
    }
    return objects;
  }

  /** The locations of the objects, in a form that can be sent to another process. */
  spooled(): SpooledObjects {
    const all = [...this.byId.values()];
    return {
      oids: Buffer.concat(all.map(({ oid }) => oid)),
      kinds: Uint8Array.from(all, ({ kind }) => kinds.indexOf(kind)),
      sizes: Uint32Array.from(all, ({ size }) => size),
      starts: Float64Array.from(all, ({ at }) => at),
      bytes: Uint32Array.from(all, ({ bytes }) => bytes),
      deflated: Uint8Array.from(all, ({ deflated }) => (deflated ? 1 : 0)),
    };
  }

  /** Number of objects. */
  get count(): number {
    return this.byId.size;
  }

  /** The object with this hexadecimal id, if the push contains it. */
  get(hex: string): ReceivedObject | undefined {
    return this.byId.get(hex);
  }

  /** Records an object whose zlib stream is already in the temporary file. */
  addAt(kind: ObjectKind, content: Buffer, { at, bytes }: { readonly at: number; readonly bytes: number }): Buffer {
    const oid = hashObject(kind, content);
    this.note({ oid, kind, size: content.length, at, bytes, deflated: true });
    return oid;
  }

  /** Adds an object to the temporary file. */
  add(kind: ObjectKind, content: Buffer): Buffer {
    const oid = hashObject(kind, content);
    if (!this.byId.has(oid.toString('hex'))) {
      const deflated = content.length <= deflatedContentBytes;
      const stored = deflated ? deflate(content) : content;
      const at = this.file.append(stored);
      this.note({ oid, kind, size: content.length, at, bytes: stored.length, deflated });
    }
    return oid;
  }

  private note(object: SpooledObject): void {
    const hex = object.oid.toString('hex');
    if (!this.byId.has(hex)) {
      this.byId.set(hex, object);
    }
  }

  /** The content of an object of the push. */
  content(hex: string): Buffer {
    const { at, bytes, size, deflated } = this.find(hex);
    const stored = this.file.read(at, bytes);
    return deflated ? inflate(() => stored, size).content : stored;
  }

  /** Reads ranges of an object's content, without loading a large object as a whole. */
  reader(hex: string): (start: number, length: number) => Buffer {
    const { at, deflated } = this.find(hex);
    let content: Buffer | undefined;
    return (start, length) => {
      if (!deflated) {
        return this.file.read(at + start, length);
      }
      content ??= this.content(hex);
      return content.subarray(start, start + length);
    };
  }

  /** The zlib stream of an object of the push. */
  stream(hex: string): Buffer {
    const { at, bytes, deflated } = this.find(hex);
    const stored = this.file.read(at, bytes);
    return deflated ? stored : deflate(stored);
  }

  private find(hex: string): SpooledObject {
    const spooled = this.byId.get(hex);
    if (spooled === undefined) {
      throw new Error(`the push did not bring ${hex}`);
    }
    return spooled;
  }
}
