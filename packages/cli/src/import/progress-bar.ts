import { basename } from 'node:path';
import type { Host } from '../host.js';
import { type ProgressLine, progressLine } from '../output/progress-line.js';
import { plain } from '../output/text.js';
import type { Input } from './input.js';
import type { Progress } from './position.js';

/** Shows how far an import has come. */
export interface ProgressDisplay extends Pick<ProgressLine, 'say' | 'stop'> {
  update(progress: Progress): void;
}

/** A line on a terminal's stderr, by bytes; only prose where the input's size is not known. */
export function progressDisplay(input: Input, host: Host, start: Progress): ProgressDisplay {
  const { file } = input;
  const line = progressLine(host.stderr, file?.sizeBytes ?? 0);
  const update = ({ offset, rows, failed }: Progress): void => {
    const counts = `${rows.toLocaleString('en')} records | ${failed.toLocaleString('en')} failed`;
    if (file !== undefined) line.update(offset, `${plain(basename(input.name))} | ${counts}`);
  };
  update(start);
  return { ...line, update };
}
