import { limits } from '@tessera/contract';
import { HonoRequest } from 'hono/request';
import { expect, it } from 'vitest';
import { sentBodyOf } from './body.js';

const linesOf = (text: string) => {
  const headers = { 'content-type': 'application/x-ndjson' };
  const request = new HonoRequest(new Request('http://tessera.test/', { method: 'POST', headers }));
  return sentBodyOf(request, Buffer.from(text), text.length).json();
};

it('lines of JSON > are read up to one more than a call can have, which refuses it', async () => {
  const { records } = (await linesOf('{\n'.repeat(200_000))) as { records: unknown[] };
  expect(records).toHaveLength(limits.recordsPerCall + 1);
});

it('lines of JSON > may be blank, indented, end in any way and contain line separators', async () => {
  const text = `\n \n  {"id": 1}\r\n${'\n'.repeat(100_000)}{"id": "a\u2028b"}\nnot JSON`;
  expect(await linesOf(text)).toEqual({ records: [{ id: 1 }, { id: 'a\u2028b' }, 'not JSON'] });
});
