import { spawnSync } from 'node:child_process';

/**
 * Whether `python3 -m venv` works here, in a version that the Python client runs on.
 * @returns {boolean}
 */
export function pythonAvailable() {
  const program = 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))';
  return spawnSync('python3', ['-c', program]).status === 0;
}
