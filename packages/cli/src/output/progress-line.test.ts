import { PassThrough } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import { progressLine } from './progress-line.js';

const clear = '\r\u001b[2K';
let written: string[];
let time: number;

function onTerminal(columns = 80) {
  const stream = Object.assign(new PassThrough(), { isTTY: true, columns });
  stream.on('data', (chunk: Buffer) => written.push(chunk.toString()));
  return progressLine(stream, 100, () => time);
}

beforeEach(() => {
  written = [];
  time = 0;
});

describe('progressLine', () => {
  it('prints one line that is overwritten, and estimates only from what it has seen', () => {
    const line = onTerminal();
    line.update(0, '0 rows');
    time = 60_000;
    line.update(0, '0 rows');
    line.update(50, '50 rows');
    time = 119_500;
    line.update(99, '99 rows');
    line.update(100, '100 rows');
    line.stop();
    line.stop();
    expect(written.map((text) => text.replace(clear, '').replace(/^[█░]+ */u, ''))).toEqual([
      '0% | 0 rows',
      '0% | 0 rows',
      '50% | 50 rows | 1 min left',
      '99% | 99 rows',
      '100% | 100 rows',
      '\n',
    ]);
  });

  it('prints prose above it and appears again below', () => {
    const line = onTerminal();
    line.update(10, '10 rows');
    line.say('Stopping.');
    expect(written.slice(1)).toEqual([clear, 'Stopping.\n', written[0]]);
  });

  it('is never longer than the width of the terminal', () => {
    onTerminal(40).update(10, 'a very long name of a file.csv | 10 records');
    expect(String(written[0]).replace(clear, '').length).toBeLessThan(40);
  });

  it('prints nothing but prose without a terminal', () => {
    const stream = new PassThrough();
    const line = progressLine(stream, 100);
    line.update(1, 'one');
    line.say('Resuming.');
    line.stop();
    expect(stream.read()?.toString()).toBe('Resuming.\n');
  });
});
