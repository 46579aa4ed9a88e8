import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StoredFields } from './compare-records.js';
import type { FieldKind, SentField } from './field-value.js';
import { judgeFields } from './judge.js';

const kinds: Readonly<Record<string, FieldKind>> = { vat: 'identifier', born: 'date', email: 'email', size: 'number' };
const fieldValue = (text: string) => ({ texts: text === '' ? [] : [text], isNumber: false });

function sent(record: Readonly<Record<string, string>>): SentField[] {
  return Object.entries(record).map(([field, text]) => ({
    ...{ field, isTitle: field === 'name', value: fieldValue(text) },
    kind: kinds[field] ?? 'text',
  }));
}

function stored(records: Readonly<Record<string, Readonly<Record<string, string>>>>): StoredFields[] {
  return Object.entries(records).map(([externalId, record]) => ({
    externalId,
    values: new Map(Object.entries(record).map(([field, text]) => [field, fieldValue(text)])),
  }));
}

const evidenceOf = (fields: readonly SentField[], size: number) => ({
  ...{ size, verdict: 'none' as const, titles: [], commonWords: [] },
  frequencies: fields.map(() => 1),
});

function judged(
  record: Readonly<Record<string, string>>,
  records: Readonly<Record<string, Readonly<Record<string, string>>>>,
  size = 10,
) {
  const fields = sent(record);
  const { verdict, ids } = judgeFields(fields, stored(records), evidenceOf(fields, size));
  return [verdict, ids[0]];
}

const webers = {
  a: { name: 'Anna Weber', city: 'Köln', vat: 'DE1', born: '1985-03-12' },
  b: { name: 'Anna Weber', city: 'Bonn', vat: 'DE2' },
  c: { name: 'Anna Weber', city: 'Köln', phone: '1' },
};

describe('judgeFields', () => {
  it('decides by an identifier alone, unless the title contradicts it', () => {
    expect(judged({ vat: 'DE2', city: 'Kiel' }, webers)).toEqual(['high', 'b']);
    expect(judged({ vat: 'DE2', name: 'Somebody Else' }, webers)).toEqual(['low', 'b']);
    const products = { a: { name: 'Ohaus Scale DS3', vat: 'DS3' }, b: { name: 'Fellowes Oak desk', vat: 'DX-9100' } };
    expect(judged({ vat: 'DS3', name: 'Fellowes Powershred Shredder' }, products)[0]).toBe('low');
    expect(
      judged(
        { vat: 'dx9100', name: 'Oak desk, 160 cm' },
        { ...products, b: { name: 'Oak desk 90 cm', vat: 'DX-9100' } },
      ),
    ).toEqual(['low', 'b']);
  });

  it('takes a code in the title for an identifier, but not one of something else', () => {
    const one = { a: { name: 'Sony SB-V40S A/V Selector' }, b: { name: 'Sony Receiver SB-V41S' } };
    expect(judged({ name: 'Sony Switcher - SBV40S' }, one)).toEqual(['high', 'a']);
    expect(judged({ name: 'Sony Switcher - SBV42S' }, one)[0]).not.toBe('high');
    expect(judged({ name: 'Sony Remote for SBV40S' }, one)[0]).not.toBe('high');
    expect(judged({ name: 'Sony Switcher SBV40S' }, { a: { name: 'Sony cable for SBV40S' } })[0]).not.toBe('high');
  });

  it('never confirms a name by its legal form, its place or another place', () => {
    const firms = {
      a: { name: 'Albers e.K.', city: 'Bonn', zip: '53111' },
      b: { name: 'Poirier GmbH', city: 'Muller' },
    };
    expect(judged({ name: 'Fjordby e.K.', city: 'Bonn', zip: '53111' }, firms)[0]).not.toBe('high');
    expect(
      judged({ name: 'Fjordby Bonn', city: 'Bonn', zip: '53111' }, { a: { ...firms.a, name: 'Albers Bonn' } })[0],
    ).not.toBe('high');
    expect(judged({ name: 'Albers GmbH', city: 'Bonn', zip: '53111' }, firms)[0]).not.toBe('high');
    expect(judged({ name: 'Müller GmbH', city: 'Lyon' }, firms)[0]).not.toBe('high');
    expect(judged({ name: 'Albers', city: 'Bonn', zip: '53111' }, firms)).toEqual(['high', 'a']);
  });

  it('is low, with the record first, if only the address differs', () => {
    const known = { ...webers.a, email: 'anna@mail.example' };
    const { vat: _, ...same } = { ...known, email: 'a.weber@post.example' };
    expect(judged(same, { a: known, b: webers.b })).toEqual(['low', 'a']);
  });

  it.each([
    [{ name: 'Anna Schmidt' }, { name: 'Anna Schmitt' }],
    [{ name: 'Peter van den Berg' }, { name: 'Peter van der Berg' }],
    [{ name: 'Schulz Metallbau GmbH' }, { name: 'Schulze Metallbau GmbH' }],
    [
      { name: 'Nordwind Logistik AG', vat: 'DE1' },
      { name: 'Nordwind Spedition AG', vat: 'DE1' },
    ],
    [{ name: 'Anna Schmidt' }, { name: 'Anna' }],
    [
      { name: 'Anna Schmidt', born: '1985-03-12' },
      { name: 'Anna Schmidt', born: '1958-03-12' },
    ],
    [{ name: 'Aeron chair size B' }, { name: 'Aeron chair size C' }],
    [{ name: 'Galaxy S23 black phone' }, { name: 'Galaxy S23+ black phone' }],
    [
      { name: 'Galaxy S23 black phone', vat: 'G1' },
      { name: 'Galaxy S22 black phone', vat: 'G1' },
    ],
    [{ name: 'Hex screw M6 x 40 A2' }, { name: 'Hex screw M6 x 40 A4' }],
    [{ name: 'Galaxy S23 phone' }, { name: 'Charger for Galaxy S23 phone' }],
  ])('is not high for %o if %o is sent, however much of the address agrees', (stored, sent) => {
    const address = { city: 'Hamburg', size: '20095' };
    expect(judged({ ...sent, ...address }, { a: { ...stored, ...address } })[0]).not.toBe('high');
    expect(judged({ ...stored, ...address }, { a: { ...stored, ...address } })).toEqual(['high', 'a']);
  });

  it('is not high if the title has a word that the record lacks, however much else agrees', () => {
    const stored = fc.constantFrom(
      'Oak desk Tyro white',
      'Huber Metallbau GmbH',
      'Elena Petrova',
      'Golf VII brake pad',
    );
    const more = fc.constantFrom(
      'Max',
      '77',
      'III',
      'refurbished',
      'not',
      'from',
      'one',
      'spare part',
      'Holding',
      'Sr.',
      'v2',
    );
    fc.assert(
      fc.property(stored, more, fc.nat(), (name, word, choice) => {
        const words = name.split(' ');
        const other = words.toSpliced(choice % (words.length + 1), 0, word).join(' ');
        const replaced = words.with(choice % words.length, word).join(' ');
        const a = { name, city: 'Sofia', zip: '1000', street: 'Vitosha 77a' };
        for (const title of [other, replaced]) {
          expect([title, judged({ ...a, name: title }, { a })[0]]).not.toContain('high');
        }
        expect(judged(a, { a })).toEqual(['high', 'a']);
      }),
    );
  });

  it('is low, with the record first, if another field has another colour, measure or side', () => {
    const a = { name: 'Tyro oak desk', vat: 'TY-4711', colour: 'white', side: 'left', width: '160 cm', city: 'Bonn' };
    for (const other of [{ colour: 'red' }, { side: 'right' }, { width: '180 cm' }]) {
      expect(judged({ ...a, ...other }, { a })).toEqual(['low', 'a']);
    }
    expect(judged({ ...a, colour: 'weiß', width: '1.6 m' }, { a })).toEqual(['high', 'a']);
    expect(judged({ ...a, city: 'Kiel' }, { a })).toEqual(['high', 'a']);
  });

  it('is not high if words of another field differ, unless an address or a date of birth agrees', () => {
    const a = { name: 'Anna Weber', city: 'Kiel', born: '1985-03-12' };
    expect(judged({ name: 'Anna Weber', city: 'Bonn' }, { a })[0]).toBe('low');
    expect(judged({ ...a, city: 'Bonn' }, { a })).toEqual(['high', 'a']);
  });

  it('compares identifiers by their kind', () => {
    const a = { name: 'Anna Weber', vat: '+49 40 1234567' };
    expect(judged({ vat: '004940 1234567' }, { a })).toEqual(['high', 'a']);
    expect(judged({ vat: '+49 40 1234568' }, { a })[0]).not.toBe('high');
  });

  it('chooses between records with the same identifier only if other fields decide', () => {
    const shared = { a: { name: 'Desk oak', vat: 'DE1' }, b: { name: 'Chair', vat: 'DE1' } };
    expect(judged({ vat: 'DE1' }, shared)[0]).toBe('low');
    expect(judged({ vat: 'DE1', name: 'Chair' }, shared)).toEqual(['high', 'b']);
  });

  it('ranks two confirmed fields above one, and is not sure if several records have the name', () => {
    expect(judged({ name: 'Anna Weber', city: 'Köln', born: '1985-03-12' }, webers)).toEqual(['high', 'a']);
    expect(judged({ name: 'Anna Weber' }, webers)[0]).toBe('low');
    expect(judged({ name: 'Anna Weber', city: 'Bonn' }, webers)).toEqual(['high', 'b']);
    expect(judged({ name: 'Anna Weber', city: 'Köln' }, webers)[0]).toBe('low');
  });

  it('finds no record by frequent values', () => {
    const people = { a: { name: 'Anna Weber', city: 'Köln' }, b: { name: 'Peter Koch', city: 'Köln' } };
    expect(judged({ name: 'Olga Petrov', city: 'Köln' }, people)).toEqual(['none', undefined]);
  });

  it('does not choose another member of a household', () => {
    const home = { street: 'Ring 1', city: 'Köln', email: 'weber@mail.example' };
    const [verdict] = judged({ name: 'Peter Weber', ...home }, { a: { name: 'Anna Weber', ...home } }, 1_000);
    expect(verdict).toBe('low');
  });

  it('trusts a date of birth more than an address, because an address may be outdated', () => {
    const anna = { a: { name: 'Anna Weber', born: '1985-03-12', city: 'Köln', street: 'Ring 1' } };
    const moved = { name: 'Anna Weber', born: '1985-03-12', city: 'Bonn', street: 'Weg 2' };
    expect(judged(moved, anna)).toEqual(['high', 'a']);
    expect(judged({ ...moved, born: '1950-01-01' }, anna)[0]).not.toBe('high');
  });
});

describe('judgeFields > reasons', () => {
  const reasonsOf = (record: Readonly<Record<string, string>>, records: Parameters<typeof stored>[0]) => {
    const fields = sent(record);
    return judgeFields(fields, stored(records), evidenceOf(fields, 10)).reasons;
  };

  it('name what agrees, what differs and the records that agree as well', () => {
    expect(reasonsOf({ vat: 'DE2' }, webers)).toEqual(['One record has the same `vat`.']);
    expect(reasonsOf({ name: 'Anna Weber', city: 'Bonn' }, webers)).toEqual([
      'Only the first record agrees in `name`, `city`.',
    ]);
    expect(reasonsOf({ name: 'Anna Weber' }, webers)).toEqual(['Other records agree as well as the first: "b", "c".']);
    expect(reasonsOf({ name: 'Anna Weber', vat: 'DE3' }, { a: webers.a })).toEqual([
      'The first record differs in `vat`.',
    ]);
    const email = 'desk@mail.example';
    const oak = { a: { name: 'Oak desk 90 cm', email } };
    expect(reasonsOf({ name: 'Oak desk 160 cm', email }, oak)[0]).toContain('another measure');
    expect(reasonsOf({ name: 'Albers GmbH' }, { a: { name: 'Albers e.K.' } })).toEqual([
      'The first record has another legal form.',
    ]);
    expect(reasonsOf({ name: 'Olga Petrov' }, webers)).toEqual([
      'No record agrees in a field that distinguishes records.',
    ]);
  });
});

describe('judgeFields > properties', () => {
  const fields = ['name', 'city', 'vat', 'born', 'email', 'size'] as const;
  const value = fc.constantFrom('', 'Anna Weber', 'Weber', 'Köln', '1985-03-12', 'DE1', 'DE2', '12', 'a@mail.example');
  const record = fc.record(Object.fromEntries(fields.map((field) => [field, value])));
  const collection = fc.dictionary(fc.constantFrom('p', 'q', 'r', 's'), record, { maxKeys: 4 });
  const size = fc.constantFrom(4, 1_000);
  const judge = (sentFields: readonly SentField[], records: StoredFields[], size: number) => {
    const { verdict, ids, isIdentified, fieldsOf } = judgeFields(sentFields, records, evidenceOf(sentFields, size));
    return { verdict, ids, isIdentified, fields: ids[0] === undefined ? [] : fieldsOf(ids[0]) };
  };

  it('does not depend on the order of fields and records', () => {
    fc.assert(
      fc.property(record, collection, size, (one, records, count) => {
        const [ahead, back] = [sent(one), sent(one).reverse()];
        const { fields: agreements, ...first } = judge(ahead, stored(records), count);
        const { fields: reversed, ...second } = judge(back, stored(records).reverse(), count);
        expect(second).toEqual(first);
        expect([...reversed].reverse()).toEqual(agreements);
      }),
    );
  });

  it('ignores a field without a value', () => {
    fc.assert(
      fc.property(record, collection, size, (one, records, count) => {
        const kept = sent(one).filter(({ value: { texts } }) => texts.length > 0);
        const { fields: agreements, ...judgement } = judge(sent(one), stored(records), count);
        const { fields: others, ...alone } = judge(kept, stored(records), count);
        expect(judgement).toEqual(alone);
        expect(agreements.filter(({ agrees }) => agrees !== 'absent')).toEqual(
          others.filter(({ agrees }) => agrees !== 'absent'),
        );
      }),
    );
  });

  it('is never high if an identifier contradicts', () => {
    fc.assert(
      fc.property(record, collection, size, (one, records, count) => {
        const { verdict, fields: agreements } = judge(sent(one), stored(records), count);
        const isContradicted = agreements.some(({ field, agrees }) => field === 'vat' && agrees === 'no');
        expect(isContradicted && verdict === 'high').toBe(false);
      }),
    );
  });
});
