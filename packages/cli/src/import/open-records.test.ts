import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Host } from '../host.js';
import type { Input } from './input.js';
import { openRecords } from './open-records.js';

const inputOf = (text: string | Buffer): Input => {
  const head = Buffer.from(text as string);
  return { name: 'a.csv', isSeekable: true, head, read: (offset) => Readable.from([head.subarray(offset)]) };
};
const input = inputOf('id\tname,with,commas\n');
let said = '';
const host = { stderr: { write: (text: string) => (said += text) } } as unknown as Host;

describe('openRecords > the delimiter of a CSV input', () => {
  it.each(['\\t', 'tab', '\t'])('may be a tab, written as %j', async (delimiter) => {
    expect((await openRecords(input, { delimiter }, host)).columns).toEqual(['id', 'name,with,commas']);
  });

  it.each(['', '"', '\n'])('is refused if it cannot separate cells: %j', async (delimiter) => {
    await expect(openRecords(input, { delimiter }, host)).rejects.toThrow('--delimiter takes');
  });
});

it('reports an invalid input as a usage failure', async () => {
  await expect(openRecords(inputOf('PAR1'), {}, host)).rejects.toMatchObject({
    name: 'CommandFailure',
    message: expect.stringContaining('a.csv is a Parquet file'),
    status: 2,
  });
});

it('asks for the encoding of an input that is not UTF-8, with its lines in each', async () => {
  const german = inputOf(Buffer.from('id,name\n1,Größe\n2,Übergrößenträger für Männer\n', 'latin1'));
  await expect(openRecords(german, {}, host)).rejects.toMatchObject({
    message: 'a.csv is not in UTF-8. Choose the encoding in which its lines are right:',
    hints: expect.arrayContaining([expect.stringContaining('--encoding windows-1252'), '    1,Größe']),
    status: 2,
  });
  expect((await openRecords(german, { encoding: 'windows-1252' }, host)).encoding).toBe('windows-1252');
});

it('says which row names the columns if it is not the first one', async () => {
  said = '';
  const titled = inputOf('Stock list\n\nid,name,price\n1,Lamp,5\n');
  expect((await openRecords(titled, {}, host)).columns).toEqual(['id', 'name', 'price']);
  expect(said).toBe('Row 3 names the columns. The rows above it are not read.\n');
  expect((await openRecords(titled, { headerRow: '4' }, host)).columns).toEqual(['1', 'Lamp', '5']);
  await expect(openRecords(titled, { headerRow: '2' }, host)).rejects.toThrow('has no row 2');
});
