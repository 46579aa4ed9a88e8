import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { InTransaction } from '../../../platform/database/database.js';
import type { Principal } from '../../../principals/principal.js';
import { startSuiteService } from '../../../testing/service.js';
import { lockCollection } from '../../access/sequence-number.js';
import { callersWorkspace } from '../../testing/callers.js';
import { reindex } from './reindex.js';

const service = await startSuiteService();
const workspace = await callersWorkspace(service);

it('reindex > keeps the text of a record that is written during the reindex', async () => {
  await workspace.must('POST', '/collections', { name: 'parts' });
  const record = (name: string, day: number) => ({ id: 1, name, note: 'brass', write_date: `2026-01-0${day}` });
  await workspace.must('POST', '/collections/parts/records', { records: [record('Oak lamp', 1)] });
  // This change affects the text of every record.
  await workspace.must('PATCH', '/collections/parts', { embed_fields: ['name'] });
  const { database } = service.services;
  const { id } = workspace;
  const reference = { id, slug: '', name: '', suspended: false };
  const scope = {
    workspace: reference,
    role: 'admin',
    access: 'read_write',
    collections: 'manage',
    groups: null,
  } as const;
  const admin: Principal = { kind: 'pinned_token', id, name: 'admin', scope };

  let write: Promise<unknown> | undefined;
  const inTransaction: InTransaction = (work) =>
    database.inWorkspace(workspace.id, (transaction) =>
      work({
        ...transaction,
        query: async <Row>(...asked: Parameters<typeof transaction.query>) => {
          const rows = await transaction.query<Row>(...asked);
          if (String(asked[0]).includes('order by external_id limit')) {
            // Writes after the page was read. The write has time to finish before the reindex stores the page.
            write ??= workspace.must('POST', '/collections/parts/records', { records: [record('Pine table', 2)] });
            await pause(300);
          }
          return rows;
        },
      }),
    );
  await reindex(inTransaction, {
    embedderId: 'another',
    open: (transaction) => lockCollection(transaction, admin, 'collections.reindex', 'parts'),
    accountFor: () => undefined,
  });
  expect(write).toBeDefined();
  await write;

  const [stored] = await database.inWorkspace(workspace.id, (transaction) =>
    transaction.query<{ embed_text: string }>('select embed_text from records where workspace_id = $1', [workspace.id]),
  );
  expect(stored?.embed_text).toContain('Pine table');
});
