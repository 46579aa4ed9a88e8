import type { JsonObject } from '@tessera/resolver';
import type { Queryable } from '../../platform/database/database.js';

/** A record that has been written. */
export interface WrittenRecord {
  readonly externalId: string;
  readonly record: JsonObject;
  readonly writeDate: Date;
  /** Whether it was stored before, live or tombstoned. */
  readonly isUpdate: boolean;
}

/** Keeps something in step with what is written to a collection, in the same transaction. */
export interface WriteFollower {
  follow(transaction: Queryable, written: readonly WrittenRecord[]): Promise<void>;
}
