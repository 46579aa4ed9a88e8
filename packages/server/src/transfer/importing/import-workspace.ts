import { type ArchivedWorkspace, archiveLines, archiveManifest } from '@tessera/contract';
import { recordAudit } from '../../platform/audit.js';
import type { InTransaction } from '../../platform/database/database.js';
import { isUniqueViolation } from '../../platform/database/sqlstate.js';
import type { LineFile } from '../../platform/database/tables.js';
import { errors } from '../../platform/errors.js';
import { uuidFrom } from '../../platform/identifiers.js';
import { recordOperatorEvent } from '../../platform/operator-events.js';
import type { Services } from '../../platform/services.js';
import { actorOf, operator, type Principal } from '../../principals/principal.js';
import { type RowsFile, rowsFiles } from '../files.js';
import { CollectionImport, type CollectionImportDependencies } from './collections.js';
import { ArchiveFault, inFile, refusalOfImport } from './fault.js';
import { Lease } from './lease.js';
import { batchesOf, readWhole } from './lines.js';
import { countCommits, insertHidden, insertLines, isTaken, type NewWorkspace, showWorkspace } from './queries.js';
import { type ReceivedFile, readArchive } from './read-archive.js';
import { type RepoFile, RepoImport, type RepoImportDependencies } from './repos.js';

/** Dependencies of imports besides the database. */
export interface ImportDependencies
  extends Pick<CollectionImportDependencies, 'embedding'>,
    Pick<RepoImportDependencies, 'pushes'> {}

/** A call that imports an archive. */
export interface ImportCall {
  readonly services: Services;
  readonly actor: Principal;
  readonly requestId: string;
  readonly archive: AsyncIterable<Uint8Array>;
  /** Replaces the slug or name in the archive. */
  readonly slug: string | undefined;
  readonly name: string | undefined;
}

/** An imported workspace and its content. */
export interface ImportedWorkspace {
  readonly workspace: NewWorkspace;
  readonly counts: Readonly<Record<'groups' | 'members' | 'readers' | 'audit_entries', number>> &
    Readonly<Record<'collections' | 'records' | 'repos' | 'commits', number>>;
}

const workspaceFiles = rowsFiles.filter(({ of }) => of === 'workspace');

/**
 * Creates a workspace from an archive while it arrives. Each batch of rows is one transaction, so that other calls are
 * served meanwhile. The last transaction makes the workspace visible and adds its audit entry. If the import ends
 * earlier, the sweep deletes everything.
 */
export async function importWorkspace(dependencies: ImportDependencies, call: ImportCall): Promise<ImportedWorkspace> {
  const files = readArchive(call.archive);
  try {
    const workspace = await begin(call, await readManifest(files));
    const lease = new Lease(call.services.database, workspace.id);
    try {
      const counts = await fill(dependencies, call, { workspace, files, lease });
      await finish(call, { workspace, counts });
      return { workspace, counts };
    } catch (error) {
      await lease.giveUp();
      throw error;
    } finally {
      lease.stop();
    }
  } catch (error) {
    throw refusalOfImport(error);
  }
}

async function readManifest(files: AsyncGenerator<ReceivedFile>): Promise<ArchivedWorkspace> {
  const { value: file } = await files.next();
  if (file === undefined || file.path !== 'manifest.json') {
    throw new ArchiveFault(file?.path ?? 'archive', 'is not manifest.json, with which an archive begins');
  }
  return (await readWhole(file, archiveManifest)).workspace;
}

async function begin(
  { services, actor, requestId, slug, name }: ImportCall,
  archived: ArchivedWorkspace,
): Promise<NewWorkspace> {
  const workspace: NewWorkspace = {
    ...archived,
    slug: slug ?? archived.slug,
    name: name ?? archived.name,
    id: uuidFrom(services.random),
    at: services.clock(),
  };
  await services.database.asSystem(async (transaction) => {
    if (await isTaken(transaction, workspace.slug)) {
      throw errors.workspaceExists(workspace.slug);
    }
    await insertHidden(transaction, workspace);
    const event = {
      action: 'workspace.import_started',
      actor,
      target: workspace.id,
      detail: { slug: workspace.slug },
      requestId,
    };
    recordOperatorEvent(transaction, services, event);
  });
  return workspace;
}

interface Filling {
  readonly workspace: NewWorkspace;
  readonly files: AsyncGenerator<ReceivedFile>;
  readonly lease: Lease;
}

async function fill(
  { embedding, pushes }: ImportDependencies,
  { services, requestId }: ImportCall,
  { workspace, files, lease }: Filling,
): Promise<ImportedWorkspace['counts']> {
  const { database, random, log } = services;
  const inTransaction: InTransaction = (work) => database.inWorkspace(workspace.id, work);
  const collections = new CollectionImport({ inTransaction, embedding, random });
  const reference = { id: workspace.id, slug: workspace.slug, name: workspace.name, suspended: false };
  // Imported content writes no audit entries, because the archive contains those entries.
  const context = {
    services,
    workspace: reference,
    read: inTransaction,
    transaction: inTransaction,
    audit: () => undefined,
  };
  const repos = new RepoImport({ context, principal: ownerOf(reference), pushes });
  const rows = new Map<LineFile, number>();
  for await (const file of files) {
    lease.requireLease();
    await takeFile(file, { collections, repos, rows, inTransaction });
    log.info({ request_id: requestId, workspace: workspace.id, file: file.path, bytes: file.size }, 'imported a file');
  }
  const missing = workspaceFiles.find(({ name }) => !rows.has(name));
  if (missing !== undefined) {
    throw new ArchiveFault(`${missing.name}.ndjson`, 'is missing: the archive is cut off');
  }
  await collections.complete();
  repos.requireComplete();
  return {
    groups: rows.get('groups') ?? 0,
    members: rows.get('members') ?? 0,
    readers: rows.get('readers') ?? 0,
    audit_entries: rows.get('audit') ?? 0,
    collections: collections.count,
    records: collections.records,
    repos: repos.count,
    commits: await database.asSystem((transaction) => countCommits(transaction, workspace.id)),
  };
}

/** A principal with the access of an admin, who can import all content. */
function ownerOf(workspace: NonNullable<Principal['scope']>['workspace']): Principal {
  const scope = { workspace, role: 'admin', access: 'read_write', collections: 'manage', groups: null } as const;
  return { ...operator, scope };
}

interface Destinations {
  readonly collections: CollectionImport;
  readonly repos: RepoImport;
  readonly rows: Map<LineFile, number>;
  readonly inTransaction: InTransaction;
}

const collectionPath = /^collections\/([^/]+)\/([^/]+)$/;
const repoPath = /^repos\/([^/]+)\.(json|bundle|commits\.ndjson)$/;

async function takeFile(file: ReceivedFile, { collections, repos, rows, inTransaction }: Destinations): Promise<void> {
  const rowFile = workspaceFiles.find(({ name }) => file.path === `${name}.ndjson`);
  const [, collection, part] = collectionPath.exec(file.path) ?? [];
  const [, repo, kind] = repoPath.exec(file.path) ?? [];
  if (rowFile !== undefined) {
    rows.set(rowFile.name, await importRows(file, rowFile, inTransaction));
  } else if (collection !== undefined && part !== undefined) {
    await collections.take(file, collection, part);
  } else if (repo !== undefined && kind !== undefined) {
    await repos.take(file, repo, kind as RepoFile);
  } else {
    throw new ArchiveFault(file.path, 'is not a file of an archive');
  }
}

async function importRows(file: ReceivedFile, rows: RowsFile, inTransaction: InTransaction): Promise<number> {
  let count = 0;
  for await (const lines of batchesOf<unknown>(file, archiveLines[rows.name])) {
    const texts = lines.map(({ text }) => ({ text, derived: {} }));
    await inFile(file.path, () => inTransaction(async (transaction) => insertLines(transaction, rows, texts)));
    count += lines.length;
  }
  return count;
}

async function finish(
  { services, actor, requestId }: ImportCall,
  { workspace, counts }: ImportedWorkspace,
): Promise<void> {
  const { id: workspaceId, slug } = workspace;
  try {
    await services.database.asSystem(async (transaction) => {
      if (!(await showWorkspace(transaction, workspaceId))) {
        throw errors.unavailable('The import was interrupted and nothing of it is left: repeat it.');
      }
      const at = services.clock();
      const detail = { slug, ...counts };
      recordAudit(transaction, {
        workspaceId,
        at,
        action: 'operator.workspace_imported',
        actor: actorOf(actor),
        detail,
        requestId,
      });
      const event = { action: 'workspace.imported', actor, target: workspaceId, detail, requestId };
      recordOperatorEvent(transaction, services, event);
    });
  } catch (error) {
    throw isUniqueViolation(error, 'workspaces_slug') ? errors.workspaceExists(slug) : error;
  }
}
