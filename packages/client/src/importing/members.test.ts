import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../acceptance/full-size.mjs';
import { withColumns } from './columns.js';
import { readerFor } from './formats.js';
import { type MemberListChoice, readMembers, readPlans } from './members.js';
import { sourceOf } from './testing/sources.js';

async function listOf(text: string, choice: MemberListChoice = {}, map = new Map<string, string>()) {
  const name = text.startsWith('{') ? 'members.ndjson' : 'members.csv';
  return readMembers(withColumns(await readerFor(sourceOf(Buffer.from(text), name)), map), choice);
}

const membersOf = async (text: string) => (await listOf(text)).members;

it('readMembers > reads members from CSV, and an empty expiry as "does not expire"', async () => {
  const text =
    'email,name,groups,expires_at\na@b.example,Ada,g1 g2,2027-01-01T00:00:00Z\nc@d.example,,g1;g2,\ne@f.example,,,\n';
  expect(await membersOf(text)).toEqual([
    { email: 'a@b.example', name: 'Ada', groups: ['g1', 'g2'], expires_at: '2027-01-01T00:00:00Z' },
    { email: 'c@d.example', groups: ['g1', 'g2'], expires_at: null },
    { email: 'e@f.example', groups: [], expires_at: null },
  ]);
});

it('readMembers > keeps the expiry if the file has no column for it', async () => {
  expect(await membersOf('email;groups\na@b.example;g1\n')).toEqual([{ email: 'a@b.example', groups: ['g1'] }]);
  expect(await membersOf('{"email":"a@b.example","groups":["g1"]}\n')).toEqual([
    { email: 'a@b.example', groups: ['g1'] },
  ]);
});

it('readMembers > refuses an ambiguous list, and names the line', async () => {
  await expect(membersOf('email,group\n\na@b.example,g1\n')).rejects.toThrow('Line 3: "group" is none of email, name');
  await expect(membersOf('email,name\na@b.example,Ada\n')).rejects.toThrow('Line 2: email and groups are required');
  await expect(membersOf('email,groups\na@b.example,g1\nb@b.example\n')).rejects.toThrow('Line 3: The row has 1 cells');
});

describe('readMembers > an export of orders', () => {
  const plans = readPlans('{"Basic": "g1", "Pro": ["g1", "g2"], "Mug": []}', 'plans.json');
  const map = new Map([
    ['Kunde E-Mail', 'email'],
    ['Produkt', 'plan'],
  ]);

  it('gives a customer the groups of all their plans, and reports joined rows', async () => {
    const orders =
      'Bestellung;Kunde E-Mail;Produkt\n1;Ada@b.example;Basic\n2;bob@b.example;Mug\n3; ada@b.example;Pro\n';
    const list = await listOf(orders, { plans, ignoresOthers: true }, map);
    expect(list.members).toEqual([
      { email: 'Ada@b.example', groups: ['g1', 'g2'] },
      { email: 'bob@b.example', groups: [] },
    ]);
    expect(list).toMatchObject({
      rows: 3,
      joined: [{ email: 'ada@b.example', lines: [2, 4] }],
      ignored: ['Bestellung'],
    });
    expect(list.linesOf('ADA@b.example')).toEqual([2, 4]);
  });

  it('is refused if a plan is unknown, with the line', async () => {
    const orders = 'Kunde E-Mail;Produkt\na@b.example;Basic\na@b.example;Gold\n';
    await expect(listOf(orders, { plans, ignoresOthers: true }, map)).rejects.toThrow(
      'Line 3: the plan "Gold" is none of "Basic", "Pro", "Mug".',
    );
  });

  it.each(['[]', '{"Basic": 1}', '{'])('must be accompanied by valid plans: %s', (text) => {
    expect(() => readPlans(text, 'plans.json')).toThrow(/^plans\.json /);
  });
});

it('joins the rows of a person to all groups and the latest expiry, and lists a row with an invalid expiry separately', async () => {
  const ends = ['2027-01-01T00:00:00Z', '2027-06-01T00:00:00+02:00', '', '31.12.2027'];
  const row = fc.record({ who: fc.constantFrom('a@b.example', 'A@b.example'), group: fc.nat(2), end: fc.nat(3) });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 6 }), async (rows) => {
      const lines = rows.map(({ who, group, end }) => `${who},g${group},${ends[end]}`);
      const { members } = await listOf(['email,groups,expires_at', ...lines].join('\n'));
      const [valid, invalid] = [rows.filter(({ end }) => end !== 3), rows.filter(({ end }) => end === 3)];
      const latest = Math.max(...valid.map(({ end }) => end));
      expect(members.map(({ groups, expires_at }) => [new Set(groups), expires_at])).toEqual([
        ...(valid.length === 0 ? [] : [[new Set(valid.map(({ group }) => `g${group}`)), ends[latest] || null]]),
        ...invalid.map(({ group }) => [new Set([`g${group}`]), ends[3]]),
      ]);
    }),
    { numRuns: propertyRuns(60) },
  );
});
