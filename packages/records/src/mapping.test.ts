import { setImmediate as nextTurn } from 'node:timers/promises';
import { ExactNumber, parseJson } from '@tessera/json';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '../../../acceptance/full-size.mjs';
import { compileMapping, mapRecords, UnmappedItem } from './mapping.js';

const how = {
  control: { id_field: 'id', write_date_field: 'write_date' },
  facts: { header: () => undefined, eventIndex: null },
  pauses: { isDue: true, take: () => nextTurn() },
};

it('compileMapping > keeps numbers as sent, and reads no inherited properties', async () => {
  const item = parseJson('{"key": 12345678901234567890, "list": [1e999], "own": {"__proto__": "sent"}}');
  const fields = {
    list: 'list[*]',
    own: 'own.__proto__',
    made: 'constructor',
    inherited: 'own2.__proto__',
    kind: '__proto__',
  };
  const mapping = compileMapping({ id: 'key', fields });
  expect(await mapRecords([item], mapping, how)).toEqual([
    { list: [new ExactNumber('1e999')], own: 'sent', id: new ExactNumber('12345678901234567890') },
  ]);
});

it('mapRecords > lets other requests run while it maps a large body', async () => {
  const item = { id: 1, list: Array<number>(250_000).fill(1) };
  const fields = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`field ${index}`, 'list[*]']));
  let turns = 0;
  let isDone = false;
  const others = (async () => {
    for (; !isDone; turns += 1) {
      await nextTurn();
    }
  })();
  await mapRecords([item], compileMapping({ id: 'id', fields }), how);
  isDone = true;
  await others;
  expect(turns).toBeGreaterThan(1);
});

it('mapRecords > returns no record for an item without content, even if its id, clock or event is a field', async () => {
  const mapping = compileMapping({
    id: 'part.id',
    write_date: ['at', 'sequence'],
    events: { path: 'type', values: ['updated'] },
    fields: { number: 'part.id', changed: 'at', kind: 'type', name: 'part.name', sizes: 'part.sizes[*].name' },
  });
  const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
  const sent = fc.record({
    at: optional(fc.constant('2026-03-01')),
    sequence: optional(fc.nat(9)),
    type: optional(fc.constant('updated')),
    part: fc.record({
      id: fc.nat(9),
      name: fc.constantFrom(undefined, null, 'Lamp', ''),
      sizes: fc.constantFrom(undefined, null, [{ name: 'S' }]),
    }),
  });
  await fc.assert(
    fc.asyncProperty(sent, async (item) => {
      const [record] = await mapRecords([parseJson(JSON.stringify(item))], mapping, how);
      const hasContent = [item.part.name, item.part.sizes].some((value) => value !== undefined && value !== null);
      expect(record instanceof UnmappedItem).toBe(!hasContent);
    }),
    { numRuns: propertyRuns(60) },
  );
});

it('mapRecords > reads an item whose only mapped field is its id', async () => {
  const mapping = compileMapping({ id: 'sku', fields: { number: 'sku' } });
  expect(await mapRecords([{ sku: 'A-1' }], mapping, how)).toEqual([{ number: 'A-1', id: 'A-1' }]);
});
