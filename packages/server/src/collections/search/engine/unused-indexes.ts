import type { Client } from '@opensearch-project/opensearch';
import type { Database } from '../../../platform/database/database.js';
import { findState, isWorkspaceOfThisInstallation } from '../index/index-queries.js';
import type { IndexTarget } from '../index/index-target.js';
import { storedFormat } from '../index/stored-index.js';

/** Minimum age of an index of another build of the service, because a process of that build may still use it. */
const otherBuildMs = 86_400_000;

/** The part of a target that names its index. */
type NamedTarget = Pick<IndexTarget, 'workspaceId' | 'collectionId' | 'indexVersion'>;

/** Each collection, index version and build of the resolver has its own index, so that tenants never share one. */
export function indexName(prefix: string, { workspaceId, collectionId, indexVersion }: NamedTarget): string {
  return `${prefix}-${workspaceId}-${collectionId}-${indexVersion}-${build()}`;
}

/**
 * Deletes the indexes of deleted workspaces and collections, of collections that were moved back, and of earlier index
 * versions. Returns their targets. Indexes with other names, and those of unknown workspaces, are kept.
 */
export async function deleteUnused(client: Client, database: Database, prefix: string): Promise<IndexTarget[]> {
  const { body } = await client.indices.getSettings({ index: `${prefix}-*` });
  const deleted: IndexTarget[] = [];
  for (const [index, { settings }] of Object.entries(body)) {
    const named = readName(prefix, index);
    const createdMs = Number(settings?.index?.creation_date);
    if (named !== undefined && (await isUnused(database, { ...named, createdMs }))) {
      await client.indices.delete({ index }, { ignore: [404] });
      deleted.push({ ...named.target, isExternal: true, sequenceNumber: 0 });
    }
  }
  return deleted;
}

interface NamedIndex {
  readonly target: NamedTarget;
  readonly isOfThisBuild: boolean;
}

function readName(prefix: string, name: string): NamedIndex | undefined {
  const pattern = /^-([0-9a-f-]{36})-([0-9a-f-]{36})-(\d+)-([0-9a-f]{8})$/;
  const [, workspaceId, collectionId, version, of] = pattern.exec(name.slice(prefix.length)) ?? [];
  return workspaceId === undefined || collectionId === undefined
    ? undefined
    : { target: { workspaceId, collectionId, indexVersion: Number(version) }, isOfThisBuild: of === build() };
}

async function isUnused(
  database: Database,
  { target, isOfThisBuild, createdMs }: NamedIndex & { readonly createdMs: number },
): Promise<boolean> {
  const { workspaceId, collectionId, indexVersion } = target;
  const state = await database.inWorkspace(workspaceId, (transaction) => findState(transaction, collectionId));
  if (state === undefined) {
    return database.asSystem((transaction) => isWorkspaceOfThisInstallation(transaction, workspaceId));
  }
  const isOld = !isOfThisBuild && Date.now() - createdMs > otherBuildMs;
  return !state.in_opensearch || indexVersion < state.index_version || isOld;
}

function build(): string {
  return storedFormat().slice(0, 8);
}
