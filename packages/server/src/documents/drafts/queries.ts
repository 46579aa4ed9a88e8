import { limits } from '@tessera/contract';
import { prepared, type Transaction } from '../../platform/database/database.js';
import { locationOf } from '../model/path.js';

/** A draft, with the current state of its document. */
export interface DraftRow {
  readonly path: string;
  readonly title: string;
  readonly base: string;
  readonly blob: Buffer;
  readonly body: string | null;
  readonly changed_at: Date;
}

/** The owner of drafts, and the time of the call. */
export interface Writer {
  readonly id: string;
  readonly name: string;
  readonly at: Date;
}

/** The location of a document. */
export interface DraftedDocument {
  readonly repoId: string;
  /** The path within the repo. */
  readonly path: string;
}

const secondsBefore = ({ at }: Writer, seconds: number): Date => new Date(at.getTime() - seconds * 1_000);
const daySeconds = 86_400;

/**
 * Records that a person has a document open, with the text that they typed. Without text, an earlier draft is kept.
 */
export async function keepDraft(
  transaction: Transaction,
  writer: Writer,
  {
    repoId,
    path,
    draft,
  }: DraftedDocument & { readonly draft: { readonly base: string; readonly text: string } | undefined },
): Promise<void> {
  await transaction.query(
    prepared(`insert into document_drafts (workspace_id, repo_id, path, writer_id, writer_name, base, body, changed_at, seen_at)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
             on conflict (workspace_id, repo_id, path, writer_id) do update set
               writer_name = excluded.writer_name, seen_at = excluded.seen_at,
               base = coalesce(excluded.base, document_drafts.base), body = coalesce(excluded.body, document_drafts.body),
               changed_at = case when excluded.body is null then document_drafts.changed_at else excluded.changed_at end`),
    [
      transaction.workspaceId,
      repoId,
      path,
      writer.id,
      writer.name,
      draft?.base ?? null,
      draft?.text ?? null,
      writer.at,
    ],
  );
}

/** Deletes the person's drafts that are too old or too many, and reports of editing that are older than a day. */
export async function endOldDrafts(transaction: Transaction, writer: Writer): Promise<void> {
  await transaction.query(
    prepared(`delete from document_drafts where workspace_id = $1 and writer_id = $2
               and (changed_at < $3 or body is null and seen_at < $4 or changed_at < (
                 select d.changed_at from document_drafts d
                 where d.workspace_id = $1 and d.writer_id = $2 and d.body is not null
                 order by d.changed_at desc offset $5 limit 1))`),
    [
      transaction.workspaceId,
      writer.id,
      secondsBefore(writer, limits.draftDays * daySeconds),
      secondsBefore(writer, daySeconds),
      limits.draftsPerWriter - 1,
    ],
  );
}

/** Moves every writer's drafts with their documents. A writer's draft at a new path is of an earlier document there. */
export function moveDrafts(
  transaction: Transaction,
  repoId: string,
  moves: readonly { readonly from: string; readonly to: string }[],
): void {
  if (moves.length === 0) {
    return;
  }
  const values = [transaction.workspaceId, repoId, moves.map(({ from }) => from), moves.map(({ to }) => to)];
  transaction.send(
    `delete from document_drafts d using unnest($3::text[], $4::text[]) as m (source, target)
     where d.workspace_id = $1 and d.repo_id = $2 and d.path = m.target and exists (
       select from document_drafts o where o.workspace_id = $1 and o.repo_id = $2 and o.path = m.source
         and o.writer_id = d.writer_id)`,
    values,
  );
  transaction.send(
    `update document_drafts d set path = m.target from unnest($3::text[], $4::text[]) as m (source, target)
     where d.workspace_id = $1 and d.repo_id = $2 and d.path = m.source`,
    values,
  );
}

/** Other people who have the document open, the latest first. */
export function listEditing(
  transaction: Transaction,
  writer: Writer,
  { repoId, path }: DraftedDocument,
): Promise<{ readonly name: string; readonly since: Date }[]> {
  return transaction.query(
    prepared(`select writer_name as name, seen_at as since from document_drafts
             where workspace_id = $1 and repo_id = $2 and path = $3 and writer_id <> $4 and seen_at > $5
             order by seen_at desc, writer_id limit 20`),
    [transaction.workspaceId, repoId, path, writer.id, secondsBefore(writer, limits.editingSeconds)],
  );
}

/** The person's drafts of existing documents, latest first. With a path, only that document's draft, with its text. */
export async function listDrafts(
  transaction: Transaction,
  writerId: string,
  path?: string,
): Promise<readonly DraftRow[]> {
  const location = path === undefined ? undefined : locationOf(path);
  return transaction.query<DraftRow>(
    prepared(`select r.name || '/' || d.path as path, d.title, f.base, d.blob, f.changed_at,
                    case when $4::text is not null then f.body end as body
             from document_drafts f
             join repos r on r.workspace_id = $1 and r.id = f.repo_id
             join documents d on d.workspace_id = $1 and d.repo_id = f.repo_id and d.path = f.path
             where f.workspace_id = $1 and f.writer_id = $2 and f.body is not null
               and ($3::text is null or r.name = $3 and f.path = $4)
             order by f.changed_at desc, path`),
    [transaction.workspaceId, writerId, location?.repo ?? null, location?.path ?? null],
  );
}

/** Deletes the person's draft. Returns whether there was one. */
export async function deleteDraft(transaction: Transaction, writerId: string, path: string): Promise<boolean> {
  const { repo, path: inRepo } = locationOf(path);
  const deleted = await transaction.query<{ typed: boolean }>(
    prepared(`delete from document_drafts where workspace_id = $1 and writer_id = $2 and path = $4
               and repo_id = (select r.id from repos r where r.workspace_id = $1 and r.name = $3)
             returning body is not null as typed`),
    [transaction.workspaceId, writerId, repo, inRepo],
  );
  return deleted.some(({ typed }) => typed);
}
