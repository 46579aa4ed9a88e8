import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../acceptance/full-size.mjs';
import { withColumns } from './columns.js';
import { readerFor } from './formats.js';
import { type MemberListChoice, readMembers, readPlans, UndecidedRows } from './members.js';
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

describe('readMembers > a list with a status', () => {
  const plans = readPlans('{"Basic": "g1"}', 'plans.json');
  const order = (header: string, ...cells: string[]) =>
    `email,plan,${header}\n${cells.map((cell, index) => `p${index}@b.example,Basic,${cell}\n`).join('')}`;
  const undecided = (text: string) =>
    listOf(text, { plans, ignoresOthers: true }).then(
      () => undefined,
      (error) => (error instanceof UndecidedRows ? error : Promise.reject(error)),
    );

  it.each([
    ['Stripe', 'Status', ['active', 'trialing', 'past_due', 'canceled', 'incomplete_expired', 'unpaid']],
    ['Stripe, an end', 'Ended At (UTC)', ['2026-01-01 10:00', '']],
    ['Stripe, a cancellation', 'Canceled At', ['', '2026-01-01']],
    ['Stripe, an amount', 'Amount Refunded', ['0.00', '12.00']],
    ['Shopify', 'Financial Status', ['paid', 'refunded', 'voided', 'pending', 'partially_refunded']],
    ['Shopify, a time', 'Cancelled at', ['', '2026-01-01 10:00:00 +0100']],
    ['Gumroad', 'Refunded?', ['0', '1']],
    ['Gumroad, a dispute', 'Disputed?', ['false', 'true']],
    ['Gumroad, an end', 'Subscription End Date', ['', '2026-01-01']],
    ['Lemon Squeezy', 'status', ['active', 'on_trial', 'cancelled', 'expired']],
    ['Paddle', 'state', ['active', 'past_due', 'deleted']],
    ['WooCommerce', 'post_status', ['wc-completed', 'wc-refunded', 'wc-on-hold']],
    ['Memberful', 'Active', ['active', 'inactive']],
    ['Patreon', 'Patron Status', ['Active patron', 'Declined patron', 'Former patron']],
    ['an unknown shop', 'Zustand', ['paid', 'refunded']],
  ])('is not read without a choice: %s', async (_shop, header, cells) => {
    const found = await undecided(order(header, ...cells));
    expect(found?.columns).toEqual([{ column: header, values: new Map(cells.map((cell) => [cell, 1])) }]);
    expect(found?.message).toContain(`"${header}"`);
  });

  it.each([
    ['State', ['CA', 'NY']],
    ['Country', ['DE']],
    ['Currency', ['eur', 'jpy']],
    ['Sender', ['Ada']],
    ['Weekend', ['x']],
    ['Gender', ['x']],
    ['Refunds', ['']],
  ])('is read if no column is one: %s', async (header, cells) => {
    expect(await undecided(order(header, ...cells))).toBeUndefined();
  });

  it('contains only the rows of the chosen values, in any letter case', async () => {
    const text = order('Status', 'active', 'canceled', 'Trialing', 'active');
    const where = new Map([['Status', new Set(['Active', 'trialing'])]]);
    const { members } = await listOf(text, { plans, ignoresOthers: true, where });
    expect(members.map(({ email }) => email)).toEqual(['p0@b.example', 'p2@b.example', 'p3@b.example']);
    const all = await listOf(text, { plans, ignoresOthers: true, allRows: true });
    expect(all.members).toHaveLength(4);
    const missing = new Map([['status', new Set(['active'])]]);
    await expect(listOf(text, { plans, ignoresOthers: true, where: missing })).rejects.toThrow('no column "status"');
  });

  it('with many different values is counted by empty and filled cells', async () => {
    const times = Array.from({ length: 40 }, (_, index) => `2026-01-01 10:${String(index).padStart(2, '0')}`);
    const found = await undecided(order('Ended At', ...times, '', ''));
    expect([...(found?.columns[0]?.values ?? [])]).toEqual([
      ['', 2],
      ['*', 40],
    ]);
    const where = new Map([['Ended At', new Set([''])]]);
    expect((await listOf(order('Ended At', ...times, '', ''), { plans, ignoresOthers: true, where })).rows).toBe(2);
  });

  it('or with a row of a total is not read without a choice', async () => {
    for (const total of ['Total', 'Summe', 'Gesamtsumme', 'Grand Total']) {
      const found = await undecided(`email,plan,Amount\na@b.example,Basic,1\n,${'Basic'},${total}\n`);
      expect(found?.totals).toEqual([3]);
    }
  });
});

it('readMembers > reads the source and the time of each row, and joins only rows of one statement', async () => {
  const text =
    'email,groups,source,as_of\na@b.example,g1,s,2026-01-31T10:00:00Z\nA@b.example,g2,s,2026-01-31T10:00:00Z\na@b.example,g3,,\n';
  expect(await membersOf(text)).toEqual([
    { email: 'a@b.example', groups: ['g1', 'g2'], source: 's', as_of: '2026-01-31T10:00:00Z' },
    { email: 'a@b.example', groups: ['g3'] },
  ]);
});
