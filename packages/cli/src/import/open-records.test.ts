import { describe, expect, it } from 'vitest';
import type { Input } from './input.js';
import { openRecords } from './open-records.js';

const input: Input = {
  name: 'a.csv',
  isSeekable: true,
  head: Buffer.from('id\tname,with,commas\n'),
  read: () => {
    throw new Error('the first line is enough');
  },
};

describe('openRecords > the delimiter of a CSV input', () => {
  it.each(['\\t', 'tab', '\t'])('may be a tab, written as %j', async (delimiter) => {
    expect((await openRecords(input, { delimiter })).columns).toEqual(['id', 'name,with,commas']);
  });

  it.each(['', '"', '\n'])('is refused if it cannot separate cells: %j', async (delimiter) => {
    await expect(openRecords(input, { delimiter })).rejects.toThrow('--delimiter takes');
  });
});

it('reports an invalid input as a usage failure', async () => {
  await expect(openRecords({ ...input, head: Buffer.from('id,id') })).rejects.toMatchObject({
    name: 'CommandFailure',
    message: 'Two columns of a.csv are named "id".',
    status: 2,
  });
});
