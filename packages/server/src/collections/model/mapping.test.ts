import { setImmediate as nextTurn } from 'node:timers/promises';
import { ExactNumber, parseJson } from '@tessera/json';
import { expect, it } from 'vitest';
import { compileMapping, mapRecords } from './mapping.js';

const how = {
  control: { id_field: 'id', write_date_field: 'write_date' },
  facts: { header: () => undefined, eventIndex: null },
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
