import { decodeVector, encodeVector } from '@tessera/search-engine';
import type { Transaction } from '../../platform/database/database.js';
import { repeat } from '../../platform/repeat.js';
import type { Services } from '../../platform/services.js';

/** A table with vectors, and the columns and types of its key after the workspace. */
interface VectorTable {
  readonly name: string;
  readonly key: readonly (readonly [column: string, type: string])[];
}

const tables: readonly VectorTable[] = [
  {
    name: 'records',
    key: [
      ['collection_id', 'uuid'],
      ['external_id', 'text'],
    ],
  },
  {
    name: 'document_chunks',
    key: [
      ['repo_id', 'uuid'],
      ['blob', 'bytea'],
      ['n', 'int'],
    ],
  },
];

const everyMs = 3_600_000;
/** Few, because converting blocks the HTTP thread for some milliseconds. */
const batchSize = 200;
/** The condition of the partial indexes, which are empty once everything is converted. */
const isFloats = 'octet_length(vector) % 4 = 0';

type ConversionServices = Pick<Services, 'database' | 'log'>;

/** Converts vectors of earlier versions at the start and every hour. Returns a function that stops after the current batch. */
export function startVectorConversion(services: ConversionServices): () => Promise<void> {
  const repetition = { log: services.log, everyMs, atStart: true, failure: 'old vectors could not be converted' };
  return repeat(repetition, (signal) => convertVectors(services, signal)).stop;
}

/**
 * Converts stored 32-bit vectors to the output of `encodeVector`, in small transactions. Indexes need no update, because
 * they quantise both to the same values. Rows that a write has locked are left for the next run.
 */
export async function convertVectors({ database, log }: ConversionServices, signal?: AbortSignal): Promise<void> {
  for (const table of tables) {
    const workspaces = await database.asSystem((transaction) =>
      transaction.query<{ id: string }>(`select distinct workspace_id as id from ${table.name} where ${isFloats}`),
    );
    for (const { id } of workspaces) {
      let total = 0;
      for (let converted = 1; converted > 0 && signal?.aborted !== true; total += converted) {
        converted = await database.inWorkspace(id, (transaction) => convertBatch(transaction, table));
      }
      log.info({ workspace: id, vectors: total }, `converted vectors of ${table.name}`);
    }
  }
}

type VectorRow = Readonly<Record<string, unknown>> & { readonly vector: Buffer };

/** Converts up to 200 vectors; returns their number. */
async function convertBatch(transaction: Transaction, { name, key }: VectorTable): Promise<number> {
  const columns = key.map(([column]) => column);
  const rows = await transaction.query<VectorRow>(
    `select ${columns.join(', ')}, vector from ${name} where workspace_id = $1 and ${isFloats}
     limit ${batchSize} for update skip locked`,
    [transaction.workspaceId],
  );
  if (rows.length === 0) {
    return 0;
  }
  const types = [...key.map(([, type]) => type), 'bytea'];
  transaction.send(
    `update ${name} t set vector = c.vector
     from unnest(${types.map((type, n) => `$${n + 2}::${type}[]`).join(', ')}) as c (${columns.join(', ')}, vector)
     where t.workspace_id = $1 and ${columns.map((column) => `t.${column} = c.${column}`).join(' and ')}`,
    [
      transaction.workspaceId,
      ...columns.map((column) => rows.map((row) => row[column])),
      rows.map(({ vector }) => Buffer.from(encodeVector(decodeVector(vector)))),
    ],
  );
  return rows.length;
}
