import type pg from 'pg';
import { tables } from './tables.js';

/** A failed copy, or one that differs from its source; the message says why. The target stays empty. */
export class CopyError extends Error {}

/** Bytes of text per batch. A batch is sent, and kept in memory, as a whole. */
const batchBytes = 4_000_000;
const firstBatchRows = 20;
const largestBatchRows = 2_000;
// Any fixed number works. It makes concurrent copies into one database wait for each other.
const copyLock = 7_236_812;

/** A table as the database's catalog describes it, without generated columns. */
interface CopiedTable {
  readonly name: string;
  /** Quoted and sorted by name, because the column order depends on the order of migrations and can differ. */
  readonly columns: readonly string[];
  readonly types: readonly string[];
}

/** The number of copied rows, equal on both sides. */
export interface CopiedRows {
  readonly table: string;
  readonly rows: number;
}

/**
 * Copies all rows of a migrated database to an empty one with the same migrations. Uses one transaction, so that an
 * interrupted copy leaves the target empty. Compares counts and checksums of every table before the commit. Throws
 * `CopyError`.
 */
export async function copyDatabase(
  source: pg.Client,
  target: pg.Client,
  onTable: (copied: CopiedRows) => void,
): Promise<CopiedRows[]> {
  await source.query('begin isolation level repeatable read read only');
  await target.query('begin');
  try {
    for (const client of [source, target]) {
      await client.query(`set local timezone = 'UTC'; set local datestyle = 'ISO'; set local extra_float_digits = 1`);
    }
    await target.query('select pg_advisory_xact_lock($1)', [copyLock]);
    const listed = await listTables(source);
    await requireEmpty(target, listed);
    const copied: CopiedRows[] = [];
    for (const table of listed) {
      copied.push(await copyTable(source, target, table));
      onTable(copied.at(-1) as CopiedRows);
    }
    await copySequences(source, target);
    await target.query('commit');
    return copied;
  } catch (error) {
    await target.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    await source.query('rollback').catch(() => undefined);
  }
}

/** All tables of the catalogue except the list of migrations, which both databases have. */
async function listTables(client: pg.Client): Promise<CopiedTable[]> {
  const { rows } = await client.query<{ table: string; column: string; type: string }>(
    `select c.relname as table, quote_ident(a.attname) as column, format_type(a.atttypid, a.atttypmod) as type
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     order by a.attname`,
  );
  return Object.keys(tables)
    .filter((name) => name !== 'schema_migrations')
    .map((name) => {
      const columns = rows.filter(({ table }) => table === name);
      return { name, columns: columns.map(({ column }) => column), types: columns.map(({ type }) => type) };
    });
}

async function requireEmpty(target: pg.Client, listed: readonly CopiedTable[]): Promise<void> {
  for (const { name } of listed) {
    const { rowCount } = await target.query(`select from ${name} limit 1`);
    if (rowCount !== 0) {
      throw new CopyError(`the target is not empty: its table ${name} has rows; name an empty database`);
    }
  }
}

async function copyTable(source: pg.Client, target: pg.Client, table: CopiedTable): Promise<CopiedRows> {
  const { name, columns, types } = table;
  const aliases = columns.map((_, index) => `c${index}`);
  const insert = `insert into ${name} (${columns.join(', ')}) overriding system value
    select ${aliases.map((alias, index) => `${alias}::${types[index]}`).join(', ')}
    from unnest(${columns.map((_, index) => `$${index + 1}::text[]`).join(', ')}) as rows (${aliases.join(', ')})`;
  // A trigger would change the copied rows, or read rows that are not copied yet.
  await target.query(`alter table ${name} disable trigger user`);
  await source.query(
    `declare copied no scroll cursor for select ${columns.map((column) => `${column}::text`).join(', ')} from ${name}`,
  );
  for (let limit = firstBatchRows; ; ) {
    const { rows } = await source.query<(string | null)[]>({ text: `fetch ${limit} from copied`, rowMode: 'array' });
    if (rows.length > 0) {
      await target.query(
        insert,
        columns.map((_, index) => rows.map((row) => row[index] ?? null)),
      );
    }
    if (rows.length < limit) {
      break;
    }
    const bytes = rows.reduce((sum, row) => sum + row.reduce((width, value) => width + (value?.length ?? 0), 0), 1);
    limit = Math.max(1, Math.min(largestBatchRows, Math.floor((batchBytes * rows.length) / bytes)));
  }
  await source.query('close copied');
  await target.query(`alter table ${name} enable trigger user`);
  return { table: name, rows: await compare(source, target, table) };
}

/** Compares the number of rows and the sum of their hashes. Returns the number. Throws `CopyError` if they differ. */
async function compare(source: pg.Client, target: pg.Client, { name, columns }: CopiedTable): Promise<number> {
  const values = columns.map((column) => `coalesce(md5(${column}::text), '-')`).join(', ');
  const statement = `select count(*)::text as rows,
      coalesce(sum(('x' || left(md5(concat_ws(',', ${values})), 15))::bit(60)::bigint), 0)::text as sum from ${name}`;
  const [before, after] = await Promise.all(
    [source, target].map(async (client) => (await client.query<{ rows: string; sum: string }>(statement)).rows[0]),
  );
  if (before === undefined || before.rows !== after?.rows || before.sum !== after.sum) {
    throw new CopyError(
      `the copy of ${name} differs: ${before?.rows} rows with sum ${before?.sum} became ${after?.rows} with ${after?.sum}`,
    );
  }
  return Number(before.rows);
}

async function copySequences(source: pg.Client, target: pg.Client): Promise<void> {
  const { rows } = await source.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`,
  );
  for (const { name } of rows) {
    const { rows: state } = await source.query<{ last_value: string; is_called: boolean }>(
      `select last_value::text, is_called from ${name}`,
    );
    await target.query('select setval($1::regclass, $2::bigint, $3)', [
      name,
      state[0]?.last_value,
      state[0]?.is_called,
    ]);
  }
}
