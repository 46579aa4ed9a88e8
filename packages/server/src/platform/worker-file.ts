import { existsSync } from 'node:fs';

/**
 * The path of a worker's JavaScript file next to the module of `moduleUrl`. Worker threads and processes load
 * JavaScript only, so tests that run from the sources use the file in the build.
 */
export function workerFile(name: string, moduleUrl: string): URL {
  const beside = new URL(`./${name}.js`, moduleUrl);
  return existsSync(beside) ? beside : new URL(beside.href.replace('/src/', '/dist/'));
}
