import { archiveLines } from '@tessera/contract';
import { describe, expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { columnsOf, tables, tenantTables } from './tables.js';

const { database } = (await startSuiteService()).services;
const list = <Row>(text: string) => database.asSystem((transaction) => transaction.query<Row>(text));

const inSchema = `relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`;

/** The columns that the catalogue lists for a table. */
function listedColumns(name: string): string[] {
  const { key, of, archived, left, files = {} } = tables[name] ?? { key: '' };
  const inFiles = Object.entries(files).flatMap(([file, { columns = {}, holders }]) =>
    Object.keys(archiveLines[file as keyof typeof files].shape)
      .filter((field) => holders === undefined || field !== 'groups')
      .flatMap((field) => {
        const column = columns[field] ?? field;
        return typeof column === 'string' ? column : Object.values(column);
      }),
  );
  return [
    ...columnsOf(key),
    ...(of === undefined ? [] : ['workspace_id']),
    ...columnsOf(archived),
    ...columnsOf(left),
    ...inFiles,
  ];
}

describe('the catalogue of tables', () => {
  it('lists every table and every column of the database, by name', async () => {
    const columns = await list<{ name: string }>(
      `select relname || '.' || attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
       where ${inSchema} and attnum > 0 and not attisdropped`,
    );
    const listed = new Set(
      Object.keys(tables).flatMap((table) => listedColumns(table).map((each) => `${table}.${each}`)),
    );
    const present = new Set(columns.map(({ name }) => name));
    expect([...present].filter((name) => !listed.has(name)).sort(), 'columns without an entry in tables.ts').toEqual(
      [],
    );
    expect([...listed].filter((name) => !present.has(name)).sort(), 'entries without a column').toEqual([]);
  });

  it('lists the primary keys, and marks the tables whose rows belong to a workspace', async () => {
    const keys = await list<{ name: string; key: string; tenant: boolean }>(
      `select relname as name, (
         select string_agg(attname, ' ' order by k.n) from pg_index i
         cross join unnest(i.indkey::int2[]) with ordinality as k (attnum, n)
         join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum where i.indrelid = c.oid and i.indisprimary) as key,
         exists (select from pg_attribute a where a.attrelid = c.oid and attname = 'workspace_id')
           and not exists (select from pg_constraint f where f.conrelid = c.oid and f.contype = 'f'
             and f.confrelid = 'workspaces'::regclass and f.confdeltype = 'n') as tenant
       from pg_class c where ${inSchema}`,
    );
    expect(Object.fromEntries(keys.map(({ name, key }) => [name, key]))).toEqual(
      Object.fromEntries(Object.entries(tables).map(([name, { key }]) => [name, key])),
    );
    expect(
      keys
        .filter(({ tenant }) => tenant)
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...tenantTables].sort());
  });

  it('lists a table after those that it references', async () => {
    const references = await list<{ from: string; to: string }>(
      `select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
       where contype = 'f' and conrelid <> confrelid`,
    );
    const order = Object.keys(tables);
    expect(references.filter(({ from, to }) => order.indexOf(from) < order.indexOf(to))).toEqual([]);
  });

  it('has an entry for columns that are named like a person', async () => {
    const named = await list<{ table: string; column: string }>(
      `select relname as table, attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
       where ${inSchema} and attnum > 0 and not attisdropped
         and attname ~ '^(email|owner|author|subject)$|_by$|(actor|owner)_name$|^(writer|holder)_id$'`,
    );
    const entries = ({ table }: { table: string }) =>
      Object.values(tables[table]?.person ?? {})
        .join(' ')
        .split(' ');
    expect(named.filter((each) => !entries(each).includes(each.column))).toEqual([]);
  });

  it('has every file of an archive once', () => {
    const files = Object.values(tables).flatMap(({ files: each = {} }) => Object.keys(each));
    expect(files.sort()).toEqual(Object.keys(archiveLines).sort());
  });
});
