import { expect, it } from 'vitest';
import { readerFor } from './formats.js';
import { readMembers } from './members.js';

async function membersOf(text: string, name = 'members.csv') {
  const head = new TextEncoder().encode(text);
  const read = async function* (offset: number) {
    yield head.subarray(offset);
  };
  return readMembers(await readerFor({ name, isSeekable: true, head, read }));
}

it('reads members from CSV, and an empty end as none', async () => {
  const text =
    'email,name,groups,expires_at\na@b.example,Ada,g1 g2,2027-01-01T00:00:00Z\nc@d.example,,g1;g2,\ne@f.example,,,\n';
  expect(await membersOf(text)).toEqual([
    { email: 'a@b.example', name: 'Ada', groups: ['g1', 'g2'], expires_at: '2027-01-01T00:00:00Z' },
    { email: 'c@d.example', groups: ['g1', 'g2'], expires_at: null },
    { email: 'e@f.example', groups: [], expires_at: null },
  ]);
});

it('leaves the end as it is if the file has no column for it', async () => {
  expect(await membersOf('email;groups\na@b.example;g1\n')).toEqual([{ email: 'a@b.example', groups: ['g1'] }]);
  expect(await membersOf('{"email":"a@b.example","groups":["g1"]}\n', 'members.ndjson')).toEqual([
    { email: 'a@b.example', groups: ['g1'] },
  ]);
});

it('refuses a list that would be misread, and names the row', async () => {
  await expect(membersOf('email,group\na@b.example,g1\n')).rejects.toThrow('Member 1: "group" is none of');
  await expect(membersOf('email,name\na@b.example,Ada\n')).rejects.toThrow('Member 1: email and groups are required');
  await expect(membersOf('email,groups\na@b.example,g1\nb@b.example\n')).rejects.toThrow(
    'Member 2: The row has 1 cells',
  );
});
