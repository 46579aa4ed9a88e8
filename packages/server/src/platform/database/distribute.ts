import pg from 'pg';
import { largeTables } from './tables.js';

/** A database that cannot be distributed; the message says what is missing. */
export class DistributeError extends Error {}

/** The table with whose rows all others are stored. */
const firstTable = 'collections';

/**
 * Distributes the large tables of a Citus database over its workers by workspace, in one transaction. Can be repeated,
 * for example after migrations. Returns one line for each change. If it throws `DistributeError`, nothing has changed.
 */
export async function distribute(connection: pg.ClientConfig): Promise<string[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await requireWorkers(client);
    await client.query('begin');
    const lines = await distributeTables(client);
    await client.query('commit');
    return lines;
  } finally {
    await client.end();
  }
}

/** Whether the database already has distributed tables. */
export async function isDistributed(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await hasCitus(client)) && (await listTables(client)).some((table) => table.isDistributed);
  } finally {
    await client.end();
  }
}

async function hasCitus(client: pg.Client): Promise<boolean> {
  return (await client.query("select from pg_extension where extname = 'citus'")).rowCount === 1;
}

async function requireWorkers(client: pg.Client): Promise<void> {
  if (!(await hasCitus(client))) {
    throw new DistributeError('the database has no extension citus: run "create extension citus" in it on every node');
  }
  const workers = await client.query('select from pg_dist_node where isactive and groupid <> 0');
  if (workers.rowCount === 0) {
    throw new DistributeError('the database has no worker: add one with citus_add_node(host, port)');
  }
  const { rows } = await client.query<{ node: string }>(
    `select nodename || ':' || nodeport as node from run_command_on_workers(
       'select count(*) from pg_roles where rolname = ''svc_app''') join pg_dist_node using (nodename, nodeport) where result <> '1'`,
  );
  if (rows[0] !== undefined) {
    throw new DistributeError(`the worker ${rows[0].node} has no role svc_app: run "create role svc_app login" there`);
  }
}

async function distributeTables(client: pg.Client): Promise<string[]> {
  const tables = (await listTables(client)).filter((table) => !table.isDistributed);
  if (tables.length === 0) {
    return ['all large tables are distributed already'];
  }
  await configureWorkers(client);
  for (const { name } of tables) {
    await dropForeignKeysOut(client, name);
    await client.query(`drop policy workspace on ${name}`);
    // Citus does not support subqueries in the policies of row security.
    await client.query(
      `create policy workspace on ${name} to svc_app using (workspace_id = nullif(current_setting('svc.workspace', true), '')::uuid)`,
    );
    // Citus moves rows with COPY, which row security allows only to superusers.
    await client.query(`alter table ${name} disable row level security, no force row level security`);
  }
  for (const { name } of tables) {
    const colocation = name === firstTable ? 'none' : firstTable;
    await client.query("select create_distributed_table($1, 'workspace_id', colocate_with => $2)", [name, colocation]);
  }
  for (const { name } of [...tables].reverse()) {
    await client.query('select truncate_local_data_after_distributing_table($1)', [name]);
  }
  for (const { name } of tables) {
    await client.query(`alter table ${name} enable row level security, force row level security`);
  }
  return tables.map(({ name }) => `distributed ${name} by workspace_id`);
}

interface Table {
  readonly name: string;
  readonly isDistributed: boolean;
}

/** The large tables. The others stay on the coordinator. */
async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<{ name: string }>('select logicalrelid::text as name from pg_dist_partition');
  return largeTables.map((name) => ({ name, isDistributed: rows.some((row) => row.name === name) }));
}

/** Creates the functions that filters use on the workers, and makes Citus send transaction settings to them. */
async function configureWorkers(client: pg.Client): Promise<void> {
  await client.query('alter role svc_app login');
  const { rows } = await client.query<{ database: string }>('select current_database() as database');
  const database = pg.escapeIdentifier(String(rows[0]?.database));
  await client.query(`alter database ${database} set citus.propagate_set_commands = 'local'`);
  await client.query(
    `select create_distributed_function(p.oid::regprocedure) from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.provolatile = 'i'
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by p.oid`,
  );
}

/** Drops foreign keys to tables on the coordinator, which workers cannot check. */
async function dropForeignKeysOut(client: pg.Client, table: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(conname) as name from pg_constraint
     where contype = 'f' and conrelid = $1::regclass and confrelid::regclass::text <> all($2::text[])`,
    [table, largeTables],
  );
  for (const { name } of rows) {
    await client.query(`alter table ${table} drop constraint ${name}`);
  }
}
