import { flushPacket, mainRef, noObject, packet } from '@tessera/git';
import { expect, test } from 'vitest';
import { TestHistory } from '../../../../git/src/testing/history.js';
import { callSlowly } from '../../http/testing/slow-call.js';
import { startServedService } from '../../testing/served-service.js';
import { createDocumentsFixture } from '../testing/documents-fixture.js';

const service = await startServedService();

test.each([
  ['revoked', 'update tokens set revoked_at = now() where workspace_id = $1', 401],
  ['expired', `update tokens set expires_at = now() - interval '1 hour' where workspace_id = $1`, 401],
  ['demoted', `update tokens set role = 'reader', access = 'read_only' where workspace_id = $1`, 403],
  ['regrouped', 'update tokens set confined = true where workspace_id = $1', 404],
  ['suspended', 'update workspaces set suspended = true where id = $1', 403],
])('a push changes nothing if its sender is %s while the pack arrives', async (_change, statement, status) => {
  const { workspace } = await createDocumentsFixture(service, 'docs');
  const made = new TestHistory();
  const command = packet(`${noObject} ${made.commit({ 'a.md': 'a' })} ${mainRef}\0report-status\n`);
  const call = {
    method: 'POST',
    path: `/git/${workspace.slug}/docs.git/git-receive-pack`,
    headers: { authorization: `Basic ${Buffer.from(`git:${workspace.token}`).toString('base64')}` },
    body: Buffer.concat([command, flushPacket, made.pack()]),
  };
  const answer = await callSlowly(service.url, call, () =>
    service.services.database.asSystem((transaction) => transaction.query(statement, [workspace.id])),
  );
  expect(answer.status).toBe(status);
  const documents = await service.services.database.asSystem((transaction) =>
    transaction.query('select path from documents where workspace_id = $1', [workspace.id]),
  );
  expect(documents).toEqual([]);
});
