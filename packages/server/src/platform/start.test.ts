import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createLog } from './log.js';
import { InvalidSettingError, readSettings } from './settings.js';
import { openDatabase, operatorToken } from './start.js';

const log = createLog('silent');
const withoutFolder = readSettings({ SVC_DATA_DIR: '/dev/null/data' });

it.each([
  ['its operator token', async () => operatorToken(withoutFolder)],
  ['its database', () => openDatabase(withoutFolder, log)],
])(
  'start > rejects a data folder that cannot be created as an invalid setting, if needed for %s',
  async (_title, open) => {
    await expect(open()).rejects.toThrow(InvalidSettingError);
    await expect(open()).rejects.toThrow(/^SVC_DATA_DIR cannot be used: ENOTDIR/);
  },
);

it('start > rejects a file without an operator token in one line that says what to do', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-token-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'operator-token'), '');
  const read = () => operatorToken(readSettings({ SVC_DATA_DIR: folder }));
  expect(read).toThrow(InvalidSettingError);
  expect(read).toThrow(/^\S+operator-token does not hold an operator token [^\n]*: delete it [^\n]*$/);
});
