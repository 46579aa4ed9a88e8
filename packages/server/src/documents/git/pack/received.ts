import { hashObject, type ObjectKind } from '../objects.js';
import { deflate, inflate } from './inflate.js';
import type { Spool } from './spool.js';

/** One object of a push. */
export interface ReceivedObject {
  readonly oid: Buffer;
  readonly kind: ObjectKind;
  /** Bytes of its content. */
  readonly size: number;
  /** Its size in the spool, in bytes. */
  readonly bytes: number;
}

interface Placed extends ReceivedObject {
  readonly at: number;
  readonly deflated: boolean;
}

/** Content up to this size is kept as a zlib stream; the store keeps larger one as it is, in parts. */
export const deflatedContentBytes = 256 * 1024;

/** The objects of a push, whose bytes lie in its spool. The first of several of one id counts. */
export class ReceivedObjects {
  private readonly byId = new Map<string, Placed>();

  constructor(private readonly spool: Spool) {}

  /** How many there are. */
  get count(): number {
    return this.byId.size;
  }

  /** The object of an id in hexadecimal, if the push brought it. */
  get(hex: string): ReceivedObject | undefined {
    return this.byId.get(hex);
  }

  /** Notes an object whose zlib stream lies in the spool already. */
  place(kind: ObjectKind, content: Buffer, { at, bytes }: { readonly at: number; readonly bytes: number }): Buffer {
    const oid = hashObject(kind, content);
    this.note({ oid, kind, size: content.length, at, bytes, deflated: true });
    return oid;
  }

  /** Adds an object to the spool. */
  add(kind: ObjectKind, content: Buffer): Buffer {
    const oid = hashObject(kind, content);
    if (!this.byId.has(oid.toString('hex'))) {
      const deflated = content.length <= deflatedContentBytes;
      const stored = deflated ? deflate(content) : content;
      const at = this.spool.append(stored);
      this.note({ oid, kind, size: content.length, at, bytes: stored.length, deflated });
    }
    return oid;
  }

  private note(object: Placed): void {
    const hex = object.oid.toString('hex');
    if (!this.byId.has(hex)) {
      this.byId.set(hex, object);
    }
  }

  /** The content of an object that the push brought. */
  content(hex: string): Buffer {
    const { at, bytes, size, deflated } = this.placed(hex);
    const stored = this.spool.read(at, bytes);
    return deflated ? inflate(stored, size).content : stored;
  }

  /** An object that the push brought as the zlib stream of its content. */
  stream(hex: string): Buffer {
    const { at, bytes, deflated } = this.placed(hex);
    const stored = this.spool.read(at, bytes);
    return deflated ? stored : deflate(stored);
  }

  private placed(hex: string): Placed {
    const placed = this.byId.get(hex);
    if (placed === undefined) {
      throw new Error(`the push did not bring ${hex}`);
    }
    return placed;
  }
}
