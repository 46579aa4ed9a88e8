import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkspaceReference } from '@tessera/contract';
import { storedIndexFolder } from '../../platform/data-folder.js';
import type { Services } from '../../platform/services.js';
import { recordOperatorEvent } from '../events.js';
import { deletePiece, deleteWorkspaceRow, listTenantTables } from './queries.js';

/** If a piece takes longer, the next ones are smaller: other calls wait for it on the embedded engine. */
const pieceMs = 50;
const smallestPiece = 10;
const largestPiece = 2_000;

/** Whether the deletion may continue; false when the call's time is over or the process stops. */
export type GoOn = () => boolean;

/**
 * Deletes the rows of a deleted workspace, in pieces of one transaction each. Any number of processes may run it, and
 * another one continues after a crash. Returns the number of deleted rows, and whether none is left.
 */
export async function deleteRows(
  services: Services,
  workspace: WorkspaceReference,
  goOn: GoOn,
): Promise<{ readonly rows: number; readonly isComplete: boolean }> {
  let rows = 0;
  // Without foreign keys between nodes, a call in progress can add to a table that was already empty.
  for (let pass = -1; rows > pass; ) {
    pass = rows;
    for await (const piece of pieces(services, workspace.id)) {
      rows += piece;
      if (!goOn()) {
        return { rows, isComplete: false };
      }
    }
  }
  await forgetStoredIndexes(services, workspace.id);
  await services.database.asSystem(async (transaction) => {
    if (await deleteWorkspaceRow(transaction, workspace.id)) {
      const { id: target, slug } = workspace;
      const event = { action: 'workspace.deleted', target, detail: { slug }, requestId: null };
      recordOperatorEvent(transaction, services, event);
    }
  });
  return { rows, isComplete: true };
}

async function* pieces({ database }: Services, workspaceId: string): AsyncGenerator<number> {
  let limit = 100;
  for (const table of await database.asSystem(listTenantTables)) {
    for (let isLast = false; !isLast; ) {
      const startMs = performance.now();
      const piece = { workspaceId, limit };
      const deleted = await database.asSystem((transaction) => deletePiece(transaction, table, piece));
      isLast = deleted < limit;
      if (performance.now() - startMs > pieceMs) {
        limit = Math.max(smallestPiece, Math.floor(limit / 2));
      } else if (!isLast) {
        limit = Math.min(largestPiece, limit * 2);
      }
      yield deleted;
    }
  }
}

/** Search indexes that this machine has stored for its next start. */
async function forgetStoredIndexes({ settings }: Services, workspaceId: string): Promise<void> {
  const folder = storedIndexFolder(settings);
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => each.startsWith(workspaceId))) {
    await rm(join(folder, name), { force: true });
  }
}
