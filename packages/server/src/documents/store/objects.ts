import { deflateSync, inflateSync } from 'node:zlib';
import { limits } from '@tessera/contract';
import { hashObject } from '@tessera/git';
import { batchesOf } from '../../platform/batches.js';
import { prepared, type Transaction } from '../../platform/database/database.js';

/** Kinds of objects that are stored. */
export type StoredKind = 'blob' | 'tree' | 'commit';

/** Larger objects are stored uncompressed, in parts of this size. */
export const partBytes = 256 * 1024;

/** Reads `length` bytes of an object's content from an offset. */
export type ReadBytes = (start: number, length: number) => Uint8Array;

/** An object to store. A small one has its zlib stream, a large one has a function that reads its bytes. */
export interface NewObject {
  readonly oid: Buffer;
  readonly kind: StoredKind;
  /** Size of the content in bytes. */
  readonly size: number;
  readonly data: { readonly deflated: Buffer } | { readonly read: ReadBytes };
}

/** The repo and revision that objects are stored under. */
export interface RepoRevision {
  readonly repoId: string;
  readonly revision: number;
}

// Trees and commits consist mostly of hashes, which cannot be compressed.
const levels: Readonly<Record<StoredKind, number>> = { blob: 6, tree: 1, commit: 1 };
/** Maximum bytes of a statement's parameters, which are in memory several times while it is sent. */
const statementBytes = 8 * 1024 * 1024;
const statementLimits = {
  size: statementBytes,
  sizeOf: ({ data }: NewObject) => ('deflated' in data ? data.deflated.length : 0),
};

/** Prepares an object for storage. `deflated` is its zlib stream if that exists already. */
export function newObject(kind: StoredKind, bytes: Buffer, deflated?: Buffer): NewObject {
  const oid = hashObject(kind, bytes);
  const size = bytes.length;
  return size > partBytes
    ? { oid, kind, size, data: { read: (start, length) => bytes.subarray(start, start + length) } }
    : { oid, kind, size, data: { deflated: deflated ?? deflateSync(bytes, { level: levels[kind] }) } };
}

/** Stores objects, a few megabytes at a time. Objects that exist already are skipped. */
export async function storeObjects(
  transaction: Transaction,
  target: RepoRevision,
  objects: readonly NewObject[],
): Promise<void> {
  for (const batch of batchesOf(objects, statementLimits)) {
    await transaction.query(insertObjects, insertedValues(transaction, target, batch));
  }
  for (const object of objects) {
    if ('read' in object.data) {
      await insertParts(transaction, target.repoId, { ...object, read: object.data.read });
    }
  }
}

/**
 * Stores objects like `storeObjects`, but does not wait if one statement is enough: it is pipelined with the next one.
 */
export async function sendObjects(
  transaction: Transaction,
  target: RepoRevision,
  objects: readonly NewObject[],
): Promise<void> {
  const [batch, ...others] = batchesOf(objects, statementLimits);
  if (batch === undefined || others.length > 0 || batch.some(({ data }) => 'read' in data)) {
    await storeObjects(transaction, target, objects);
  } else {
    transaction.send(insertObjects, insertedValues(transaction, target, batch));
  }
}

// One parameter contains all bytes, and the statement splits it. An array would be sent as text.
const insertObjects = prepared(`insert into repo_objects (workspace_id, repo_id, oid, kind, size, revision, data)
         select $1, $2, substring($4::bytea from (20 * (o.n - 1) + 1)::int for 20), o.kind, o.size, $3,
                case when o.length is not null then substring($5::bytea from o.start for o.length) end
         from unnest($6::text[], $7::int[], $8::int[], $9::int[]) with ordinality as o (kind, size, start, length, n)
         on conflict do nothing`);

function insertedValues(
  { workspaceId }: Transaction,
  { repoId, revision }: RepoRevision,
  objects: readonly NewObject[],
): unknown[] {
  const deflated = objects.map(({ data }) => ('deflated' in data ? data.deflated : undefined));
  const starts: number[] = [];
  let end = 0;
  for (const part of deflated) {
    starts.push(end + 1);
    end += part?.length ?? 0;
  }
  return [
    workspaceId,
    repoId,
    revision,
    Buffer.concat(objects.map(({ oid }) => oid)),
    Buffer.concat(deflated.filter((part) => part !== undefined)),
    objects.map(({ kind }) => kind),
    objects.map(({ size }) => size),
    starts,
    deflated.map((part) => part?.length ?? null),
  ];
}

async function insertParts(
  transaction: Transaction,
  repoId: string,
  { oid, size, read }: Pick<NewObject, 'oid' | 'size'> & { readonly read: ReadBytes },
): Promise<void> {
  for (let start = 0; start < size; start += statementBytes) {
    await transaction.query(
      prepared(`insert into repo_object_parts (workspace_id, repo_id, oid, n, data)
               select $1, $2, $3, $4::int + p.n, substring($5::bytea from p.n * $6::int + 1 for $6::int)
               from generate_series(0, (length($5::bytea) - 1) / $6::int) as p (n)
               on conflict do nothing`),
      [
        transaction.workspaceId,
        repoId,
        oid,
        start / partBytes,
        read(start, Math.min(statementBytes, size - start)),
        partBytes,
      ],
    );
  }
}

interface ObjectRow {
  readonly oid: Buffer;
  readonly size: number;
  readonly data: Buffer | null;
}

/** The contents of objects by hexadecimal id, without objects that are not stored. */
export async function readObjects(
  transaction: Transaction,
  repoId: string,
  oids: readonly Buffer[],
): Promise<Map<string, Buffer>> {
  const rows = await transaction.query<ObjectRow>(
    prepared(`select oid, size, data from repo_objects
             where workspace_id = $1 and repo_id = $2 and oid = any($3::bytea[])`),
    [transaction.workspaceId, repoId, oids],
  );
  const contents = new Map<string, Buffer>();
  for (const { oid, size, data } of rows) {
    contents.set(
      oid.toString('hex'),
      data === null ? await readChunks(transaction, repoId, { oid, size }) : inflateSync(data),
    );
  }
  return contents;
}

/** The content of one object; undefined if it is not stored. */
export async function readObject(transaction: Transaction, repoId: string, oid: Buffer): Promise<Buffer | undefined> {
  return (await readObjects(transaction, repoId, [oid])).get(oid.toString('hex'));
}

/** Returns the content of an object from its row. `data` is null if the content is stored in parts. */
export async function contentOfObject(
  transaction: Transaction,
  repoId: string,
  { oid, data }: { readonly oid: Buffer; readonly data: Buffer | null },
): Promise<Buffer | undefined> {
  return data === null ? readObject(transaction, repoId, oid) : inflateSync(data);
}

/** Returns the content of an object. If it is above the size limit of text, only the first part. */
export async function readStart(
  transaction: Transaction,
  repoId: string,
  { oid, size }: { readonly oid: Buffer; readonly size: number },
): Promise<Buffer | undefined> {
  return size > limits.documentBytes
    ? readChunks(transaction, repoId, { oid, size, to: partBytes })
    : readObject(transaction, repoId, oid);
}

/** Returns the bytes of a large object from `from` up to, but not including, `to`. Default: all bytes. */
export async function readChunks(
  transaction: Transaction,
  repoId: string,
  { oid, size, from = 0, to = size }: { oid: Buffer; size: number; from?: number; to?: number },
): Promise<Buffer> {
  const first = Math.floor(from / partBytes);
  const rows = await transaction.query<{ data: Buffer }>(
    prepared(`select data from repo_object_parts
             where workspace_id = $1 and repo_id = $2 and oid = $3 and n between $4 and $5 order by n`),
    [transaction.workspaceId, repoId, oid, first, Math.floor(Math.max(from, to - 1) / partBytes)],
  );
  const start = from - first * partBytes;
  return Buffer.concat(rows.map(({ data }) => data)).subarray(start, start + to - from);
}

/** The size of an object's content in storage, in bytes. */
export function newObjectBytes({ data, size }: NewObject): number {
  return 'deflated' in data ? data.deflated.length : size;
}
