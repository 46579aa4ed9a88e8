import { expect } from 'vitest';
import type { TestService } from '../../testing/service.js';
import type { Caller } from './callers.js';

interface Hit {
  readonly external_id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Checks that each code is answered with those records, of all that the caller is shown, that have it in one of the fields. */
export async function expectFoundBy(
  service: TestService,
  asked: { readonly name: string; readonly fields: readonly string[]; readonly codes: readonly string[] },
  by: Caller,
): Promise<void> {
  const at = `/collections/${asked.name}`;
  const shown: Hit[] = (await service.call('GET', `${at}/records?limit=500`, by)).body.records;
  for (const code of asked.codes) {
    const { body } = await service.call('POST', `${at}/query`, { ...by, body: { query: code, top_k: 20 } });
    const exact = body.match_type === 'exact_id' ? body.results.map((hit: Hit) => hit.external_id) : [];
    const expected = shown.filter(({ attributes }) =>
      asked.fields.some((field) => [attributes[field]].flat().includes(code)),
    );
    expect({ code, exact: exact.sort() }).toEqual({ code, exact: expected.map((hit) => hit.external_id).sort() });
  }
}
