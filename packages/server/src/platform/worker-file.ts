import { existsSync } from 'node:fs';

/**
 * The file of a worker thread or process beside the module of `moduleUrl`. Both load JavaScript only, so tests that run
 * from the sources take it from the build.
 */
export function workerFile(name: string, moduleUrl: string): URL {
  const beside = new URL(`./${name}.js`, moduleUrl);
  return existsSync(beside) ? beside : new URL(beside.href.replace('/src/', '/dist/'));
}
