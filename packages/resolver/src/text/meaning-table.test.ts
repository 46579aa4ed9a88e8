import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { finishHash, hashStart, hashUnit, MeaningTable, meaningTable } from './meaning-table.js';

const asset = (name: string) => readFileSync(new URL(`../../assets/${name}`, import.meta.url));
const hashOf = (key: string, start: number = hashStart.word) =>
  finishHash([...key].reduce((hash, unit) => hashUnit(hash, unit), start));

/** A table with two dimensions and two rows: "ab", and "##b", which is rarer. */
function smallTable(): Buffer {
  const keys = [
    { hash: hashOf('ab'), scale: 0x3c00, rarity: 20, values: 0xf0 },
    { hash: hashOf('b', hashStart.piece), scale: 0x4000, rarity: 40, values: 0x87 },
  ].sort((a, b) => a.hash - b.hash);
  const bytes = Buffer.alloc(20 + 16 + 2);
  bytes.write('TSM1');
  [1, keys.length, 2, 0].forEach((value, i) => {
    bytes.writeUInt32LE(value, 4 + 4 * i);
  });
  keys.forEach(({ hash, scale, rarity, values }, i) => {
    bytes.writeUInt32LE(hash, 20 + 4 * i);
    bytes.writeUInt16LE(scale, 28 + 2 * i);
    bytes.writeUInt8(rarity, 32 + i);
    bytes.writeUInt8(values, 36 + i);
  });
  return Buffer.from(new Uint8Array(bytes).buffer);
}

describe('MeaningTable', () => {
  test('has the checksum that its notice names', () => {
    const hash = createHash('sha256').update(asset('meaning-192.bin')).digest('hex');
    expect(asset('NOTICE.md').toString()).toContain(`SHA-256: ${hash}`);
    expect(meaningTable().dimensions).toBe(192);
    expect(meaningTable().rows).toBe(150_400);
    expect(meaningTable()).toBe(meaningTable());
  });

  test('returns the scaled rows of its keys, and nothing for other keys', () => {
    const table = new MeaningTable(smallTable());
    const row = table.find(hashOf('ab'));
    expect(table.rarity(row)).toBe(5);
    const sum = Float32Array.of(1, 0);
    table.add(row, 2, sum);
    expect([...sum]).toEqual([-14, 15]);
    const piece = table.find(hashOf('b', hashStart.piece));
    expect(table.rarity(piece)).toBe(10);
    table.add(piece, 1, sum.fill(0));
    expect([...sum]).toEqual([-1, 1]);
    expect(table.find(hashOf('b'))).toBe(-1);
    expect(table.find(hashOf('##b'))).toBe(piece);
  });

  test('rejects damaged files and other versions', () => {
    const whole = smallTable();
    const changed = (at: number, value: number) => {
      const bytes = Buffer.from(new Uint8Array(whole).buffer);
      bytes[at] = value;
      return bytes;
    };
    expect(() => new MeaningTable(changed(0, 0))).toThrow(RangeError);
    expect(() => new MeaningTable(changed(4, 2))).toThrow(RangeError);
    expect(() => new MeaningTable(changed(8, 3))).toThrow(RangeError);
    expect(() => new MeaningTable(whole.subarray(0, whole.length - 1))).toThrow(RangeError);
    expect(() => new MeaningTable(whole.subarray(0, 10))).toThrow(RangeError);
  });
});
