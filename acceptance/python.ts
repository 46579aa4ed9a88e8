import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { isFullSize } from './full-size.mjs';

const run = promisify(execFile);

/**
 * At full size, creates a virtual Python environment with packages from pip or this build. Otherwise prints that the
 * clients are not run, and returns undefined.
 */
export async function pythonWith(
  packages: readonly string[] | (() => Promise<readonly string[]>),
  clients: string,
): Promise<string | undefined> {
  if (!isFullSize) {
    console.info(`Not run: ${clients} (TEST_FULL=1 installs and runs it).`);
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), 'tessera-venv-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const hasPython = await run('python3', ['-m', 'venv', folder]).then(
    () => true,
    () => false,
  );
  if (!hasPython) {
    console.info(`Not run: ${clients} (no python3 with venv here).`);
    return undefined;
  }
  const python = join(folder, 'bin/python');
  const wanted = typeof packages === 'function' ? await packages() : packages;
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--prefer-binary', ...wanted];
  try {
    await run(python, pip);
  } catch (error) {
    console.info(`Not run: ${clients} (pip cannot install it: ${String(error).slice(-200)}).`);
    return undefined;
  }
  return python;
}
