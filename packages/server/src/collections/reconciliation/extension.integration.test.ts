import { describe, expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { callersWorkspace } from '../testing/callers.js';
import { requireProtocol } from './testing/protocol-schemas.js';

const service = await startSuiteService();
const workspace = await callersWorkspace(service);

describe('reconcile.extend', () => {
  it('returns a date only for a day that exists, and every value in a form of the protocol', async () => {
    await workspace.must('POST', '/collections', { name: 'odd' });
    await workspace.must('PATCH', '/collections/odd', { field_types: { when: 'date' } });
    const dates = {
      ...{ '2026-13-45': 'str', '2026-02-30': 'str', '2026-02-28T25:61:00Z': 'str', soon: 'str' },
      ...{ '9999-12-31T23:59:00-23:00': 'str', '2026-01-31T10:00:00+05:00': 'date', '2026-01-31 10:00': 'date' },
      ...{ '2026-01-31T10:00:00.123456Z': 'date' },
    };
    const list = [[1, 2], null, 'z', '', { a: [1, { b: null }] }, true, 1e300, -0];
    const sent = Object.keys(dates).map((when, id) => ({ id: id + 1, when, list }));
    await workspace.must('POST', '/collections/odd/import', { records: sent });
    const { url } = await workspace.must('POST', '/collections/odd/reconciliation-url');
    const fields = ['when', 'list', '__proto__', 'constructor', ''];
    const query = {
      ids: [1, ...sent.map(({ id }) => `${id}`), '__proto__', ''],
      properties: fields.map((id) => ({ id })),
    };
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const form = new URLSearchParams({ extend: JSON.stringify(query) }).toString();
    const { body } = await service.call('POST', new URL(url).pathname, { headers, body: form });
    requireProtocol('extension', body);
    const { rows } = body;
    expect(sent.map(({ id }) => Object.keys(rows[id].when[0])[0])).toEqual(Object.values(dates));
    expect(rows[6].when).toEqual([{ date: '2026-01-31T05:00:00Z' }]);
    expect(rows[8].when).toEqual([{ date: '2026-01-31T10:00:00.123456Z' }]);
    const others = [{ str: '1, 2' }, { str: 'z' }, { str: 'a 1' }, { str: 'true' }, { float: 1e300 }, { int: 0 }];
    expect(rows[1].list).toEqual(others);
    expect([rows[1].constructor, rows['']]).toMatchObject([[], { when: [] }]);
  });
});
