import { basename } from 'node:path';
import { Presets, SingleBar } from 'cli-progress';
import type { Host } from '../host.js';
import type { Input } from './input.js';
import type { Progress } from './position.js';

/** Shows how far an import has come. */
export interface ProgressDisplay {
  update(progress: Progress): void;
  /** Takes the display away, so that prose can follow. */
  stop(): void;
}

/** A bar on a terminal's stderr, by bytes; nothing where stderr is no terminal or the input's size is not known. */
export function progressDisplay(input: Input, host: Host, start: Progress): ProgressDisplay {
  if (host.stderr.isTTY !== true || input.file === undefined) return { update: () => undefined, stop: () => undefined };
  const format = `${basename(input.name)} {bar} {percentage}% | {rows} records | {failed} failed | {eta_formatted} left`;
  const bar = new SingleBar({ format, stream: host.stderr, hideCursor: true, etaBuffer: 50 }, Presets.shades_classic);
  bar.start(Math.max(1, input.file.sizeBytes), start.offset, payload(start));
  return {
    update: (progress) => bar.update(progress.offset, payload(progress)),
    stop: () => bar.stop(),
  };
}

function payload({ rows, failed }: Progress): { readonly rows: string; readonly failed: string } {
  return { rows: rows.toLocaleString('en'), failed: failed.toLocaleString('en') };
}
