import { expect, test } from 'vitest';
import { anySize, type FetchRequest, readCommand, readFetchRequest } from './fetch-request.js';
import { acknowledge } from './negotiate.js';
import { delimiterPacket, flushPacket, ProtocolError, packet } from './pkt-line.js';

const [a, b, c] = ['a', 'b', 'c'].map((letter) => letter.repeat(40)) as [string, string, string];

function linesOf(request: Partial<FetchRequest>, common: readonly string[]): [string[], boolean] {
  const whole = { wants: [a], haves: [], shallow: [], depth: undefined, blobBytes: anySize, done: false, ...request };
  const { lines, sendsPack } = acknowledge({ capabilities: new Set(), ...whole }, new Set(common));
  return [lines.map((line) => line.toString('latin1').slice(4).trim()), sendsPack];
}

const detailed = new Set(['multi_ack_detailed']);

test.each<[string, Partial<FetchRequest>, string[], string[], boolean]>([
  ['a clone gets the pack at once', { haves: [[]], done: true }, [], ['NAK'], true],
  ['nothing in common asks for more', { haves: [[b]], capabilities: detailed }, [], ['NAK'], false],
  [
    'one in common is enough',
    { haves: [[b, c]], capabilities: detailed },
    [c],
    [`ACK ${c} common`, `ACK ${c} ready`, 'NAK'],
    false,
  ],
  [
    'no word has to be waited for',
    { haves: [[c]], capabilities: new Set([...detailed, 'no-done']) },
    [c],
    [`ACK ${c} common`, `ACK ${c} ready`, 'NAK', `ACK ${c}`],
    true,
  ],
  [
    'the last word brings the pack',
    { haves: [[c]], done: true, capabilities: detailed },
    [c],
    [`ACK ${c} common`, `ACK ${c}`],
    true,
  ],
  ['an old client hears of one', { haves: [[b], [c, a]], done: true }, [c, a], ['NAK', `ACK ${c}`], true],
  ['an old client hears of none', { haves: [[b], [c]], done: false }, [], ['NAK', 'NAK'], false],
])('%s', (_title, request, common, ...expected) => {
  expect(linesOf(request, common)).toEqual(expected);
});

const body = (...lines: (string | Buffer)[]): Buffer =>
  Buffer.concat(lines.map((line) => (typeof line === 'string' ? packet(`${line}\n`) : line)));

test('readFetchRequest > reads rounds, depth and shallow commits of protocol 0', () => {
  const sent = body(`want ${a} side-band-64k ofs-delta`, `want ${b}`, `shallow ${c}`, 'deepen 1', flushPacket);
  const rounds = body(`have ${b}`, flushPacket, `have ${c}`, 'done');
  expect(readFetchRequest(Buffer.concat([sent, rounds]))).toEqual({
    wants: [a, b],
    haves: [[b], [c]],
    shallow: [c],
    depth: 1,
    blobBytes: anySize,
    done: true,
    capabilities: new Set(['side-band-64k', 'ofs-delta']),
  });
  expect(readFetchRequest(flushPacket)).toBeUndefined();
});

test('readCommand > reads a request of protocol 2', () => {
  const head = body('command=fetch', 'object-format=sha1', delimiterPacket);
  const sent = Buffer.concat([
    head,
    body('ofs-delta', `want ${a}`, `have ${b}`, 'deepen-since 1', 'done', flushPacket),
  ]);
  expect(readCommand(sent)).toMatchObject({
    name: 'fetch',
    request: { wants: [a], haves: [[b]], depth: 'all', done: true },
  });
  expect(readCommand(flushPacket)).toBeUndefined();
});

test.each([
  ['blob:none', 0],
  ['blob:limit=10', 10],
  ['blob:limit=2k', 2_048],
  ['blob:limit=999999999999g', anySize],
  ['tree:0', anySize],
  ['blob:limit=x', anySize],
])('a filter %s leaves out files from %d bytes', (filter, blobBytes) => {
  const sent = body(`want ${a} filter`, `filter ${filter}`, flushPacket, 'done');
  expect(readFetchRequest(sent)).toMatchObject({ blobBytes });
});

test.each<[string, () => unknown]>([
  ['no packets', () => readFetchRequest(Buffer.from('hello'))],
  ['a packet that breaks off', () => readFetchRequest(packet(`want ${a}\n`).subarray(0, 20))],
  ['a length of three', () => readFetchRequest(Buffer.from('0003'))],
  ['no object id', () => readFetchRequest(body('want main', flushPacket))],
  ['an unknown line', () => readFetchRequest(body(`want ${a}`, 'sparse blob:none', flushPacket))],
  ['an unknown command', () => readCommand(body('command=object-info', flushPacket))],
  ['other object ids', () => readCommand(body('command=fetch', 'object-format=sha256', flushPacket))],
  ['an unknown argument', () => readCommand(body('command=fetch', delimiterPacket, 'sideband-all', flushPacket))],
])('refuses a request that contains %s', (_title, read) => {
  expect(read).toThrow(ProtocolError);
});
