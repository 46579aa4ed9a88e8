import { tmpdir } from 'node:os';
import { hashObject } from '@tessera/git';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deltaOf, packOf, wideLimits } from '../../../../../git/src/testing/packs.js';
import { createLog } from '../../../platform/log.js';
import { Spool } from '../../../platform/spool.js';
import { createIsolation, type Isolation } from '../../isolation/isolated.js';
import { unpackElsewhere } from './unpack.js';

let spool: Spool;
let isolation: Isolation | undefined;
beforeEach(() => {
  spool = Spool.create(tmpdir());
});
afterEach(async () => {
  spool.unlink();
  spool.close();
  await isolation?.close();
});

const text = Buffer.from('a line of text\n');
const stored = { oid: hashObject('blob', text), kind: 'blob' as const, size: text.length, pieces: [text] };
const thin = packOf([{ type: 'reference_delta', content: deltaOf(15, 1, [1, 65]), base: stored.oid }]);
async function* basesOf() {
  yield stored;
}

function unpackIn(given: Parameters<typeof createIsolation>[1], limits = wideLimits) {
  isolation = createIsolation(createLog('silent'), given);
  const { isolated } = isolation;
  return unpackElsewhere({ spool, packAt: 0, limits, basesOf }, (pack) => isolated('unpack', pack, 'workspace'));
}

test('unpack > reads a pack in its own process, with the stored objects that its deltas start from', async () => {
  spool.append(thin);
  const objects = await unpackIn({});
  const made = hashObject('blob', Buffer.from('A')).toString('hex');
  expect(objects.get(made)).toMatchObject({ kind: 'blob', size: 1 });
  expect(objects.content(made).toString()).toBe('A');
});

test('unpack > refuses a pack that takes too long, and says what to do', async () => {
  const content = Buffer.alloc(wideLimits.fileBytes);
  spool.append(packOf([1, 2, 3].map((n) => ({ type: 'blob', content: Buffer.from(content.fill(n)) }))));
  await expect(unpackIn({ timeoutMs: 1 })).rejects.toThrow('takes too long to unpack: push fewer commits at a time');
});

test('unpack > refuses a pack whose bases are too large before reading them', async () => {
  spool.append(thin);
  const limits = { ...wideLimits, inflatedBytes: 14 };
  await expect(unpackIn({}, limits)).rejects.toThrow('builds on more than 14 bytes');
});
