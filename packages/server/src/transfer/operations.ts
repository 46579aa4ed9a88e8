import { Readable } from 'node:stream';
import { archiveFormat } from '@tessera/contract';
import type { Operation } from '../dispatch/operation.js';
import { exportRepo } from '../documents/git/fetch/bundle.js';
import { recordAudit } from '../platform/audit.js';
import { scratchFolder } from '../platform/data-folder.js';
import type { InTransaction } from '../platform/database/database.js';
import { errors } from '../platform/errors.js';
import { requireById } from '../platform/identifiers.js';
import { describeError } from '../platform/log.js';
import { recordOperatorEvent } from '../platform/operator-events.js';
import type { Services } from '../platform/services.js';
import { actorOf, type Principal, referenceOf } from '../principals/principal.js';
import { type ArchiveEntry, packEntries } from './archive.js';
import { type RowsFile, rowsFiles } from './files.js';
import { type ImportDependencies, importWorkspace } from './importing/import-workspace.js';
import { endLeases } from './importing/queries.js';
import { findSettings, type LinePage, listCollections, listRepoFiles, pageOfLines } from './queries.js';

const exportWorkspace: Operation<'operator.export_workspace'> = ({ services, requestId }, actor, { params }) =>
  requireById('workspace_not_found', params.id, async (id) => {
    const at = services.clock();
    const inTransaction: InTransaction = (work) => services.database.inWorkspace(id, work, 'read');
    const settings = await inTransaction(findSettings);
    if (settings === undefined) {
      return undefined;
    }
    await recordExport(services, { workspaceId: id, actor, requestId });
    const folder = scratchFolder(services.settings);
    const packed = packEntries(entriesOf(inTransaction, { settings, at }), { folder, at });
    return {
      status: 200,
      headers: {
        'Content-Type': 'application/gzip',
        'Content-Disposition': `attachment; filename="workspace-${id}.tar.gz"`,
      },
      body: Readable.toWeb(Readable.from(packed, { objectMode: false })) as ReadableStream<Uint8Array>,
    };
  });

/** Records an export for the workspace's admins, and in the operator's log. */
function recordExport(
  services: Services,
  {
    workspaceId,
    actor,
    requestId,
  }: { readonly workspaceId: string; readonly actor: Principal; readonly requestId: string },
): Promise<void> {
  return services.database.asSystem(async (transaction) => {
    const at = services.clock();
    recordAudit(transaction, {
      workspaceId,
      at,
      action: 'operator.workspace_exported',
      actor: actorOf(actor),
      requestId,
    });
    const event = { action: 'workspace.exported', actor, target: workspaceId, detail: {}, requestId };
    recordOperatorEvent(transaction, services, event);
  });
}

function importOperation(dependencies: ImportDependencies): Operation<'operator.import_workspace'> {
  let isImporting = false;
  return async ({ services, requestId }, actor, { query, body }) => {
    if (isImporting) {
      throw errors.unavailable('Another workspace is being imported: try again once it is there.');
    }
    isImporting = true;
    try {
      const call = { services, actor, requestId, archive: body, slug: query.slug, name: query.name };
      const { workspace, counts } = await importWorkspace(dependencies, call);
      return { workspace: referenceOf(workspace), imported: counts, missing: [...leftOut] };
    } finally {
      isImporting = false;
    }
  };
}

/** The operations that move whole workspaces between servers. */
export function transferOperations(dependencies: ImportDependencies) {
  return { 'operator.export_workspace': exportWorkspace, 'operator.import_workspace': importOperation(dependencies) };
}

/**
 * Removes the remains of imports of crashed processes, if no other process uses the same database. Returns a function
 * that waits for the end.
 */
export function removeInterrupted({ database, log, clock }: Services): () => Promise<void> {
  // An import that this process starts meanwhile is not interrupted.
  const start = clock();
  const done = (async () => {
    if (database.engine !== 'postgres') {
      await database.asSystem((transaction) => endLeases(transaction, start));
    }
  })().catch((error: unknown) =>
    log.warn({ error: describeError(error) }, 'what an interrupted import left could not be removed'),
  );
  return () => done;
}

/** The parts of a workspace that an archive omits, each with what to do in the new workspace instead. */
export const leftOut = [
  'API keys, tokens, sessions, sign-in links, magic links and reconciliation URLs: create new ones.',
  'Ingest URLs and secrets of signatures: create new ones in the source.',
  'Webhooks: create them again, with new secrets.',
  'The domain: set it again, because this server has to check it.',
  'Drafts of documents: save them before the export.',
  'Vectors and search indexes: they are computed again.',
  'The query log, statistics and findings.',
  'Earlier versions of records, by which writes are reverted.',
];

/**
 * All files of a workspace's archive. Each page of rows is read in its own transaction, so that no call waits for the
 * export.
 */
export async function* entriesOf(
  inTransaction: InTransaction,
  { settings, at }: { readonly settings: string; readonly at: Date },
): AsyncGenerator<ArchiveEntry> {
  const workspace: unknown = JSON.parse(settings);
  const manifest = {
    ...archiveFormat,
    exported_at: at.toISOString(),
    workspace,
    left_out: leftOut,
  };
  const groups: string[] = [];
  async function* filesOf(of: RowsFile['of'], folder = '', parentId?: string): AsyncGenerator<ArchiveEntry> {
    for (const file of rowsFiles.filter((each) => each.of === of)) {
      const read = (page: Pick<LinePage, 'after'>) =>
        inTransaction((transaction) => pageOfLines(transaction, file, { ...page, parentId, groups }));
      const keys = file.name === 'groups' ? groups : [];
      yield { path: `${folder}${file.name}.ndjson`, content: streamLines(read, keys) };
    }
  }
  yield { path: 'manifest.json', content: oneLine(JSON.stringify(manifest, null, 2)) };
  yield* filesOf('workspace');
  for (const { id, name, description } of await inTransaction(listCollections)) {
    yield { path: `collections/${name}/configuration.json`, content: oneLine(description) };
    yield* filesOf('collection', `collections/${name}/`, id);
  }
  for (const { id, name, description, has_commits } of await inTransaction(listRepoFiles)) {
    yield { path: `repos/${name}.json`, content: oneLine(description) };
    if (has_commits) {
      yield { path: `repos/${name}.bundle`, content: exportRepo(inTransaction, name) };
      yield* filesOf('repo', `repos/${name}.`, id);
    }
  }
}

async function* oneLine(text: string): AsyncGenerator<string> {
  yield `${text}\n`;
}

/** The lines of all pages. Adds their keys to `keys`. */
async function* streamLines(
  read: (page: Pick<LinePage, 'after'>) => ReturnType<typeof pageOfLines>,
  keys: string[],
): AsyncGenerator<string> {
  let after: string | undefined;
  do {
    const page = await read({ after });
    keys.push(...page.map(({ key }) => key));
    yield page.map(({ line }) => `${line}\n`).join('');
    after = page.at(-1)?.key;
  } while (after !== undefined);
}
