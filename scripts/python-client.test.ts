import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openApiDocument } from '../packages/server/src/http/openapi.js';
import { root } from './prepare.mjs';
import { describedApi, digestOf } from './python-client-source.mjs';

it('the Python client is generated from the API as it is: `npm run python-client` writes it', () => {
  const stored = readFileSync(`${root}clients/python/source.sha256`, 'utf8').trim();
  expect(stored).toBe(digestOf(describedApi(openApiDocument)));
});
