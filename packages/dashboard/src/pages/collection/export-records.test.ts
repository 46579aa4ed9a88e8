import { expect, test } from 'vitest';
import { recordsCurl, recordsJson } from './copies.js';
import { csvLine } from './export-records.js';

test.each([
  [['1', 'Desk', 12.5, true, null, undefined], '1,Desk,12.5,true,,'],
  [['a,b', 'say "oak"', 'two\nlines'], '"a,b","say ""oak""","two\nlines"'],
  [[['oak'], { width: 160 }], '"[""oak""]","{""width"":160}"'],
  [['=1+1', '@SUM(A1)', '+49', '-5', ' =1', '\t=1'], `"'=1+1","'@SUM(A1)","'+49","'-5","' =1","'\t=1"`],
  [[-5, '007', 'a=b'], '-5,007,a=b'],
])('%j is a line of CSV in which no text is a formula', (values, line) => {
  expect(csvLine(values)).toBe(`${line}\r\n`);
});

const record = (id: string) => ({
  external_id: id,
  attributes: { name: 'Desk' },
  rendered: `${id} · Desk`,
  version: 'v',
  write_date: null,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  confirmed_at: '2026-01-01T00:00:00Z',
});

test('recordsJson > copies one record as an object and several as a list', () => {
  expect(JSON.parse(recordsJson([record('1')]))).toEqual({ external_id: '1', attributes: { name: 'Desk' } });
  expect(JSON.parse(recordsJson([record('1'), record('2')]))).toHaveLength(2);
});

test('recordsCurl > quotes an id as one word of the shell, whatever it contains', () => {
  const command = recordsCurl([record("it's $(here)/1")], { origin: 'https://data.example', name: 'parts' });
  expect(command).toBe(
    "curl 'https://data.example/collections/parts/records/it'\\''s%20%24(here)%2F1' -H \"Authorization: Bearer $TESSERA_TOKEN\"",
  );
});
