import { limits } from '@tessera/contract';
import { LRUCache } from 'lru-cache';
import { type Database, type NamedStatement, prepared, type Queryable, type Transaction } from './database/database.js';
import { tables, tenantTables } from './database/tables.js';
import { errors } from './errors.js';

/** The fastest growth of a workspace that is expected between two measurements. */
const bytesPerMs = 16 * 1_024;
const shortestMs = 2_000;
const longestMs = 600_000;
/** How many times longer than it lasted a measurement counts, so that workspaces near their limit cost little. */
const pauseFactor = 20;
const workspacesKept = 10_000;

const reposAndDrafts = prepared(`select (coalesce((select sum(bytes) from repos where workspace_id = $1), 0)
           + coalesce((select sum(octet_length(body) + ${limits.storedRowBytes}) from document_drafts
                       where workspace_id = $1 and body is not null), 0))::text as bytes`);

interface Measured {
  /** Bytes of all tables except those of repos and drafts. */
  readonly others: number;
  readonly isFull: boolean;
  readonly untilMs: number;
}

/**
 * The storage of workspaces, in bytes. Repos and drafts are counted exactly. All other tables are summed now and then,
 * the more often the less space is left.
 */
export class StorageMeter {
  readonly limitBytes: number;
  private readonly measured = new LRUCache<string, Measured>({ max: workspacesKept });
  private readonly running = new Map<string, Promise<Measured>>();
  private sum: string | undefined;

  constructor(
    private readonly database: Database,
    limitMb: number,
  ) {
    this.limitBytes = limitMb * 1_048_576;
  }

  /** Measures a workspace unless its last measurement still counts. Returns whether it has reached its limit. */
  async isFull(workspaceId: string): Promise<boolean> {
    const last = this.measured.get(workspaceId);
    if (last !== undefined && performance.now() < last.untilMs) {
      return last.isFull;
    }
    const running =
      this.running.get(workspaceId) ?? this.measure(workspaceId).finally(() => this.running.delete(workspaceId));
    this.running.set(workspaceId, running);
    return (await running).isFull;
  }

  /** Throws `storage_full` if the repos and drafts that the transaction sees, and `added`, exceed what others leave. */
  async requireRoom(transaction: Transaction, added = 0): Promise<void> {
    if ((await this.usedBytes(transaction)) + added > this.limitBytes) {
      throw errors.storageFull(this.limitBytes);
    }
  }

  /** The repos and drafts that the transaction sees, and the rest as it was last measured. */
  async usedBytes(transaction: Transaction): Promise<number> {
    const others = this.measured.get(transaction.workspaceId)?.others ?? 0;
    return others + (await bytesOf(transaction, reposAndDrafts, transaction.workspaceId));
  }

  /** All bytes of a workspace apart from repos, as this process measured them last; undefined if it did not. */
  lastMeasured(workspaceId: string): number | undefined {
    return this.measured.peek(workspaceId)?.others;
  }

  private async measure(workspaceId: string): Promise<Measured> {
    const startMs = performance.now();
    // As the system, because requests may not read every table.
    const [others = 0, used = 0] = await this.database.asSystem(async (transaction) => {
      this.sum ??= await sumOfOthers(transaction);
      return Promise.all([this.sum, reposAndDrafts].map((sum) => bytesOf(transaction, sum, workspaceId)));
    });
    const endMs = performance.now();
    const left = this.limitBytes - others - used;
    const countsMs = Math.max(shortestMs, pauseFactor * (endMs - startMs), Math.min(longestMs, left / bytesPerMs));
    const measured = { others, isFull: left <= 0, untilMs: endMs + countsMs };
    this.measured.set(workspaceId, measured);
    return measured;
  }
}

async function bytesOf(queryable: Queryable, sum: string | NamedStatement, workspaceId: string): Promise<number> {
  const [row] = await queryable.query<{ bytes: string }>(sum, [workspaceId]);
  return Number(row?.bytes ?? 0);
}

/** SQL that sums the stored sizes of values, which it does not read, and of rows. */
async function sumOfOthers(queryable: Queryable): Promise<string> {
  const summed = tenantTables.filter((name) => tables[name]?.inRepoBytes !== true);
  const columns = await queryable.query<{ table: string; column: string }>(
    `select attrelid::regclass::text as table, quote_ident(attname) as column from pg_attribute
     where attrelid = any($1::regclass[]) and attnum > 0 and attlen = -1 and not attisdropped`,
    [summed],
  );
  const ofTable = (name: string) => {
    const sizes = columns.flatMap(({ table, column }) =>
      table === name ? `coalesce(pg_column_size(${column}), 0)` : [],
    );
    const row = [limits.storedRowBytes, ...sizes].join(' + ');
    return `select sum(${row}) as bytes from ${name} where workspace_id = $1`;
  };
  return `select coalesce(sum(bytes), 0)::text as bytes from (${summed.map(ofTable).join(' union all ')}) each_table`;
}
