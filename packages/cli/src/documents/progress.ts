import { Presets, SingleBar } from 'cli-progress';
import type { Host } from '../host.js';

/** Shows how many of a known number of files are done; nothing where stderr is no terminal. */
export interface FileProgress {
  advance(files: number): void;
  stop(): void;
}

/** Starts a bar on a terminal's stderr. */
export function fileProgress(host: Host, total: number): FileProgress {
  if (host.stderr.isTTY !== true) return { advance: () => undefined, stop: () => undefined };
  const format = '{bar} {percentage}% | {value} of {total} files | {eta_formatted} left';
  const bar = new SingleBar({ format, stream: host.stderr, hideCursor: true }, Presets.shades_classic);
  bar.start(total, 0);
  return { advance: (files) => bar.increment(files), stop: () => bar.stop() };
}
