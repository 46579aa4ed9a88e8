import type { QueryAnswer } from '@tessera/contract';
import { expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { callersWorkspace } from '../testing/callers.js';

const service = await startSuiteService();
const workspace = await callersWorkspace(service);

const configure = (name: string, phone_country: unknown) =>
  workspace.must('PATCH', `/collections/${name}`, { phone_country });

it.each([
  ['declared', { id_match_fields: ['phone'] }],
  ['not declared', { description: 'People' }],
])('collections.update > phone_country matches national numbers from the next query on, %s', async (_, roles) => {
  const { name } = await workspace.must('POST', '/collections', { name: `people-${Object.keys(roles)[0]}` });
  const records = [
    { id: 'ada', name: 'Ada Byron', phone: '0711 1234567' },
    { id: 'bert', name: 'Bert Mill', phone: '+44 20 7946 0958' },
  ];
  await workspace.must('PATCH', `/collections/${name}`, roles);
  await workspace.must('POST', `/collections/${name}/import`, { records });
  const found = async (query: string) => {
    const alone: QueryAnswer = await workspace.must('POST', `/collections/${name}/query`, { query });
    const { results } = await workspace.must('POST', `/collections/${name}/resolve`, { queries: [{ query }] });
    expect(results[0].confidence).toBe(alone.confidence);
    return alone.confidence === 'high' ? alone.results[0]?.external_id : alone.confidence;
  };
  expect(await found('+49 711 1234567')).toBe('none');
  expect(await found('020 7946 0958')).toBe('bert');
  await configure(name, 'DE');
  expect(await found('+49 711 1234567')).toBe('ada');
  expect(await found('+44 711 1234567')).toBe('none');
  expect(await found('020 7946 0958')).toBe('none');
  expect((await workspace.must('GET', `/collections/${name}/describe`)).phone_country).toBe('DE');
  expect((await workspace.must('GET', `/collections/${name}/fields`)).configured.phone_country).toBe('DE');
  await configure(name, null);
  expect(await found('+49 711 1234567')).toBe('none');
});

it('collections.update > rejects an invalid phone_country', async () => {
  await workspace.must('POST', '/collections', { name: 'anybody' });
  for (const phone_country of ['de', 'XX', 'Germany', '', 49]) {
    const answer = await service.call('PATCH', '/collections/anybody', { ...workspace.admin, body: { phone_country } });
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
    expect(answer.body).toMatchObject({ error: { details: [{ path: 'phone_country' }] } });
  }
});
