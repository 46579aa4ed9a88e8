import type { TerminalOutput } from '../host.js';
import { fit } from './text.js';

const minuteMs = 60_000;
const barCharacters = 20;
/** No estimate is shown before this time, because too little has been seen. */
const foretoldMs = 2_000;

/** A line in a terminal that shows progress. Prose can be printed above it. */
export interface ProgressLine {
  /** Updates the line. `done` is the share of the total so far, and `text` describes it. */
  update(done: number, text: string): void;
  /** Prints prose on a line of its own, above the progress. */
  say(text: string): void;
  /** Ends the line, so that an answer can be printed. */
  stop(): void;
}

/** Shows progress in a terminal. Without a terminal, prints only the prose. */
export function progressLine(stream: TerminalOutput, total: number, clock: () => number = Date.now): ProgressLine {
  const writeLine = (text: string): void => void stream.write(`${text}\n`);
  if (stream.isTTY !== true) {
    return { update: () => undefined, say: writeLine, stop: () => undefined };
  }
  let start: { readonly at: number; readonly done: number } | undefined;
  let line = '';
  const draw = (): void => void stream.write(`\r\u001b[2K${line}`);
  return {
    update: (done, text) => {
      start ??= { at: clock(), done };
      const passed = clock() - start.at;
      const leftMs = (passed * (total - done)) / Math.max(1, done - start.done);
      const left = done > start.done && Math.min(passed, leftMs) >= foretoldMs ? ` | ${inWords(leftMs)} left` : '';
      line = fit(`${barOf(done / Math.max(1, total))} | ${text}${left}`, (stream.columns || 80) - 1);
      draw();
    },
    say: (text) => {
      stream.write('\r\u001b[2K');
      writeLine(text);
      draw();
    },
    stop: () => {
      if (line !== '') stream.write('\n');
      line = '';
    },
  };
}

function barOf(share: number): string {
  const filled = Math.round(Math.min(1, share) * barCharacters);
  const percent = `${Math.floor(Math.min(1, share) * 100)}%`.padStart(5);
  return `${'█'.repeat(filled)}${'░'.repeat(barCharacters - filled)}${percent}`;
}

function inWords(ms: number): string {
  return ms < minuteMs ? `${Math.ceil(ms / 1_000)} s` : `${Math.ceil(ms / minuteMs)} min`;
}
