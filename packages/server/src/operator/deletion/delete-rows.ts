import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkspaceReference } from '@tessera/contract';
import { storedIndexFolder } from '../../platform/data-folder.js';
import { tenantTables } from '../../platform/database/tables.js';
import { recordOperatorEvent } from '../../platform/operator-events.js';
import type { Services } from '../../platform/services.js';
import { deletePiece, deleteWorkspaceRow } from './queries.js';

/**
 * Target duration of one piece. If a piece takes longer, the next ones are smaller, because on the embedded engine
 * other calls wait for it.
 */
const pieceMs = 50;
const smallestPiece = 10;
const largestPiece = 2_000;

/**
 * Returns whether the deletion may continue. It returns false when the time of the call is over or the process stops.
 */
export type MayContinue = () => boolean;

/**
 * Deletes the rows of a deleted workspace in pieces, each in its own transaction. Any number of processes may run it,
 * and after a crash another process continues. Returns the number of deleted rows, and whether none is left.
 */
export async function deleteRows(
  services: Services,
  workspace: WorkspaceReference,
  goOn: MayContinue,
): Promise<{ readonly rows: number; readonly isComplete: boolean }> {
  let rows = 0;
  // Distributed tables have no foreign keys, so a call in progress can add rows to a table that was already empty.
  // Repeat until a pass finds none.
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
      const event = { action: 'workspace.deleted', actor: null, target, detail: { slug }, requestId: null };
      recordOperatorEvent(transaction, services, event);
    }
  });
  return { rows, isComplete: true };
}

async function* pieces({ database }: Services, workspaceId: string): AsyncGenerator<number> {
  let limit = 100;
  for (const table of tenantTables.toReversed()) {
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

/** Deletes the search indexes that this machine has stored for its next start. */
async function forgetStoredIndexes({ settings }: Services, workspaceId: string): Promise<void> {
  const folder = storedIndexFolder(settings);
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => each.startsWith(workspaceId))) {
    await rm(join(folder, name), { force: true });
  }
}
