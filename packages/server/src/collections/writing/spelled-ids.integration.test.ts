import { expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { callersWorkspace } from '../testing/callers.js';
import { newCollection } from '../testing/collection.js';

const service = await startSuiteService();
const workspace = await callersWorkspace(service);

const spellings = ['É-00123', '\u200BÉ-00\u2060123\u200E', 'É\u00AD-00123', 'E\u0301-00123', '="É-00123"', "'É-00123"];

it('collections > read one id in all its spellings at every door, and report the second one', async () => {
  const {
    at,
    ingest,
    import: send,
    count,
  } = await newCollection(workspace, 'spelled-ids', { id_match_fields: ['sku'] });
  for (const [n, id] of spellings.entries()) {
    const record = { id, name: `Lamp ${n}`, sku: `${id}X` };
    await workspace.must('POST', ingest, record);
    await workspace.must('POST', `${ingest}/batch`, { records: [record] });
    await workspace.must('POST', `${at}/records`, { records: [record] });
    await send([record]);
    expect(await count()).toBe(1);
    const found = await workspace.must('GET', `${at}/records/${encodeURIComponent(id)}`);
    expect(found).toMatchObject({ external_id: 'É-00123', attributes: { name: `Lamp ${n}` } });
    for (const body of [
      { query: id },
      { query: `${id}X` },
      { filters: { id } },
      { filters: { id: { in: [id, 'x'] } } },
    ]) {
      const { results } = await workspace.must('POST', `${at}/query`, body);
      expect([body, results.map(({ external_id }: { external_id: string }) => external_id)]).toEqual([
        body,
        ['É-00123'],
      ]);
    }
    const [byFields] = (await workspace.must('POST', `${at}/resolve`, { queries: [{ record: { id } }] })).results;
    expect(byFields).toMatchObject({ confidence: 'high', external_id: 'É-00123' });
    const reconciled = await workspace.must('POST', `${at}/reconcile`, { live_ids: [id] });
    expect(reconciled).toMatchObject({ tombstoned: 0 });
    const { findings } = await workspace.must('GET', `${at}/findings`);
    const spelled = findings.find(({ kind }: { kind: string }) => kind === 'id_spelling');
    expect(n === 0 || spelled.message.includes('Two spellings of one id')).toBe(true);
    expect(n !== 1 || spelled.message.includes('\\u{200b}')).toBe(true);
  }
  await workspace.must('DELETE', `${at}/records/${encodeURIComponent(spellings.at(-1) ?? '')}`);
  expect(await count()).toBe(0);
});
