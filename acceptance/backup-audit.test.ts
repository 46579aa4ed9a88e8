import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeToken, makeWorkspace, ok } from './http.js';
import { type OwnService, startService } from './service.js';

describe('a backup over HTTP', () => {
  let target: OwnService;
  beforeAll(async () => {
    target = await startService();
  });
  afterAll(() => target.dispose());

  it('is in the audit trail of every workspace', async () => {
    const workspaces = [await makeWorkspace(target), await makeWorkspace(target)];
    const headers = { authorization: `Bearer ${target.operatorToken}`, 'x-request-id': 'nightly' };
    const answer = await fetch(`${target.url}/operator/backup`, { headers });
    expect(answer.status).toBe(200);
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(0);
    for (const { id } of workspaces) {
      const token = await makeToken(id, { target });
      const trail = await ok('GET /audit?action=operator.backup_taken', { target, token });
      expect(trail).toMatchObject({ events: [{ actor: { kind: 'operator' }, request_id: 'nightly' }] });
    }
  });
});
