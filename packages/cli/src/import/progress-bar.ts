import { basename } from 'node:path';
import { Presets, SingleBar } from 'cli-progress';
import type { Host } from '../host.js';
import type { Input } from './input.js';
import type { Progress } from './position.js';

/** Shows how far an import has come. */
export interface ProgressDisplay {
  update(progress: Progress): void;
  /** Prose on stderr, in a line of its own. */
  say(text: string): void;
  /** Takes the display away, so that an answer can follow. */
  stop(): void;
}

/** A bar on a terminal's stderr, by bytes; only prose where stderr is no terminal or the input's size is not known. */
export function progressDisplay(input: Input, host: Host, start: Progress): ProgressDisplay {
  const write = (text: string): void => void host.stderr.write(`${text}\n`);
  if (host.stderr.isTTY !== true || input.file === undefined) {
    return { update: () => undefined, say: write, stop: () => undefined };
  }
  const sizeBytes = Math.max(1, input.file.sizeBytes);
  const format = `${basename(input.name)} {bar} {percentage}% | {rows} records | {failed} failed | {eta_formatted} left`;
  const bar = new SingleBar({ format, stream: host.stderr, hideCursor: true, etaBuffer: 50 }, Presets.shades_classic);
  let reached = start;
  bar.start(sizeBytes, reached.offset, payload(reached));
  return {
    update: (progress) => {
      reached = progress;
      bar.update(reached.offset, payload(reached));
    },
    say: (text) => {
      bar.stop();
      write(text);
      bar.start(sizeBytes, reached.offset, payload(reached));
    },
    stop: () => bar.stop(),
  };
}

function payload({ rows, failed }: Progress): { readonly rows: string; readonly failed: string } {
  return { rows: rows.toLocaleString('en'), failed: failed.toLocaleString('en') };
}
