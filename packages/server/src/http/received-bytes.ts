import type { ByteBudget, ByteHolder } from '../platform/limits/byte-budget.js';
import { Spool } from '../platform/spool.js';
import { blockBytes } from './body-blocks.js';

type Storage = 'memory' | 'disk';

/** The bytes of one request's body, in memory and in temporary files. They count until the response. */
export class ReceivedBytes {
  private readonly taken = { memory: 0, disk: 0 };
  private readonly spools: Spool[] = [];
  private holder: ByteHolder | undefined;

  constructor(
    private readonly budgets: Readonly<Record<Storage, ByteBudget>>,
    private readonly folder: string,
    private readonly holderOf: () => ByteHolder,
  ) {}

  /** Counts bytes before they are read. Throws `rate_limited`, or `unavailable`. */
  take(storage: Storage, bytes: number): void {
    this.holder ??= this.holderOf();
    this.budgets[storage].take(this.holder, bytes);
    this.taken[storage] += bytes;
  }

  /** Writes a body to a file while it arrives. `declaredBytes` is its length, undefined if unknown. */
  async spool(blocks: AsyncIterable<Uint8Array>, declaredBytes?: number): Promise<Spool> {
    this.take('memory', blockBytes);
    this.take('disk', declaredBytes ?? 0);
    const spool = Spool.create(this.folder);
    this.spools.push(spool);
    for await (const block of blocks) {
      if (declaredBytes === undefined) {
        this.take('disk', block.length);
      }
      await spool.appendAside(block);
    }
    return spool;
  }

  /** Reads a body into memory. `declaredBytes` is its length, undefined if unknown. */
  async collect(blocks: AsyncIterable<Uint8Array>, declaredBytes?: number): Promise<Buffer> {
    this.take('memory', declaredBytes ?? 0);
    const collected: Uint8Array[] = [];
    for await (const block of blocks) {
      if (declaredBytes === undefined) {
        this.take('memory', block.length);
      }
      collected.push(block);
    }
    return Buffer.concat(collected);
  }

  /** Deletes the files, and returns the bytes. */
  release(): void {
    for (const spool of this.spools) {
      spool.unlink();
      spool.close();
    }
    for (const storage of ['memory', 'disk'] as const) {
      this.budgets[storage].give(this.holder ?? {}, this.taken[storage]);
    }
  }
}
