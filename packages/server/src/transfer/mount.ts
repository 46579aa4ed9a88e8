import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { operatorRefusal } from '../http/metrics.js';
import type { Mount } from '../http/mount.js';
import { refuse } from '../http/routes.js';
import { recordOperatorEvent } from '../operator/events.js';
import { recordAudit } from '../platform/audit.js';
import type { InTransaction } from '../platform/database/database.js';
import { errors } from '../platform/errors.js';
import { isUuid } from '../platform/identifiers.js';
import type { Services } from '../platform/services.js';
import { packEntries, removeSpools } from './archive.js';
import { entriesOf } from './entries.js';
import { findSettings } from './queries.js';

const path = '/operator/workspaces/:id/export';
const operator = { kind: 'operator', id: 'operator', name: 'operator' } as const;

/** `GET /operator/workspaces/{id}/export`, for the operator token: the workspace as a gzipped tarball. */
export function mountExport(services: Services): Mount {
  const folder = resolve(services.settings.SVC_DATA_DIR);
  return (app) => {
    void removeSpools(folder);
    app.get(path, async (c) => {
      const refusal = operatorRefusal(c, services, '/operator');
      if (refusal !== undefined) {
        return refuse(c, refusal);
      }
      const id = c.req.param('id').toLowerCase();
      const at = services.clock();
      const inTransaction: InTransaction = (work) => services.database.inWorkspace(id, work, 'read');
      const settings = isUuid(id) ? await inTransaction(findSettings) : undefined;
      if (settings === undefined) {
        return refuse(c, errors.notFound('workspace_not_found'));
      }
      await recordExport(services, id, c.get('requestId'));
      const entries = entriesOf(inTransaction, { settings, at });
      const packed = packEntries(entries, { folder, at });
      const content = Readable.toWeb(Readable.from(packed, { objectMode: false })) as ReadableStream<Uint8Array>;
      return c.body(content, 200, {
        'Content-Type': 'application/gzip',
        'Content-Disposition': `attachment; filename="workspace-${id}.tar.gz"`,
      });
    });
  };
}

/** Recorded for the admins of the workspace, and in the operator's log. */
function recordExport(services: Services, workspaceId: string, requestId: string): Promise<void> {
  return services.database.asSystem(async (transaction) => {
    const at = services.clock();
    recordAudit(transaction, { workspaceId, at, action: 'operator.workspace_exported', actor: operator, requestId });
    const event = { action: 'workspace.exported', target: workspaceId, detail: {}, requestId };
    recordOperatorEvent(transaction, services, event);
  });
}
