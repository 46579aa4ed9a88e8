import { expect, it } from 'vitest';
import { feedKey, openMark, sealMark } from './changes.js';

const services = { operatorTokenHash: Buffer.alloc(32, 7) };
const id = '00000000-0000-4000-8000-000000000001';
const key = feedKey(services, { id, id_version: 0 });
const others = [
  feedKey(services, { id, id_version: 1 }),
  feedKey(services, { id: id.replace(/1$/, '2'), id_version: 0 }),
  feedKey({ operatorTokenHash: Buffer.alloc(32, 8) }, { id, id_version: 0 }),
];
const positions = [0, 1, 99, 2 ** 40].flatMap((sequenceNumber) =>
  ['', '7', 'Ä/€ \u{1F600}', 'x'.repeat(512)].map((externalId) => ({ sequenceNumber, externalId })),
);

it('openMark > accepts a mark only with its own key and without any change', () => {
  for (const position of positions) {
    const mark = sealMark(position, key);
    expect(openMark(mark, key)).toEqual(position);
    for (const other of others) {
      expect(openMark(mark, other)).toBeUndefined();
    }
    for (const index of [0, 20, mark.length - 1]) {
      const changed = mark[index] === 'A' ? 'B' : 'A';
      expect(openMark(mark.slice(0, index) + changed + mark.slice(index + 1), key)).toBeUndefined();
    }
    expect(openMark(mark.slice(0, 30), key)).toBeUndefined();
  }
});

it('sealMark > returns one mark per position, which does not reveal the sequence number by its length or bytes', () => {
  const marks = [1, 2, 1_000_000].map((sequenceNumber) => sealMark({ sequenceNumber, externalId: '7' }, key));
  expect(new Set(marks).size).toBe(3);
  expect(new Set(marks.map((mark) => mark.length)).size).toBe(1);
  expect(new Set(marks.map((mark) => mark.slice(0, 8))).size).toBe(3);
  expect(sealMark({ sequenceNumber: 1, externalId: '7' }, key)).toBe(marks[0]);
});
