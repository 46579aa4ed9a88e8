import { expect } from 'vitest';
import type { TestService } from '../../../testing/service.js';
import type { Caller } from '../../testing/callers.js';

interface Shown {
  readonly external_id: string;
  readonly write_date: string;
}

/** When each record was written, newest first, which is the order in which a query has them. */
export async function datesOf(service: TestService, name: string, by: Caller): Promise<string[]> {
  const idOf = ({ external_id }: Shown) => external_id;
  const filters = { label: { exists: true } };
  const asked = await service.call('POST', `/collections/${name}/query`, { ...by, body: { filters, top_k: 20 } });
  const { records } = (await service.call('GET', `/collections/${name}/records?limit=500`, by)).body;
  const newestFirst = (records as Shown[]).sort(
    (a, b) => Date.parse(b.write_date) - Date.parse(a.write_date) || (a.external_id < b.external_id ? -1 : 1),
  );
  expect(asked.body.results.map(idOf)).toEqual(newestFirst.map(idOf));
  return newestFirst.map(({ external_id, write_date }) => `${write_date} ${external_id}`);
}
