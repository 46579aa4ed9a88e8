import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { usageFailure } from '../failure.js';
import type { Output } from './output.js';
import { workbookWriter } from './workbook.js';

/** A table that is written row by row. */
export interface WrittenTable {
  readonly add: (cells: readonly string[]) => void;
  /** Completes the table. */
  readonly end: () => Promise<void>;
  /** Discards an incomplete file. */
  readonly discard: () => Promise<void>;
}

/** A table as CSV on stdout. */
export function printedTable(output: Output, delimiter: string): WrittenTable {
  const none = async () => undefined;
  return { add: (cells) => output.piece(csvLine(cells, delimiter)), end: none, discard: none };
}

/** A table in a file, .csv or .xlsx by its name. The file appears only when it is complete. */
export async function savedTable(file: string, delimiter: string): Promise<WrittenTable> {
  if (!/\.(?:csv|xlsx)$/i.test(file)) {
    throw usageFailure(`Cannot write ${file}: the name of the file must end in .csv or .xlsx.`);
  }
  const draft = `${file}.part`;
  const stream = createWriteStream(draft, { mode: 0o600 });
  // An error is reported when the table ends.
  const written = finished(stream).catch((error: Error) => error);
  const workbook = /\.xlsx$/i.test(file) ? await workbookWriter((bytes) => stream.write(bytes)) : undefined;
  const discard = async () => {
    stream.destroy();
    await written;
    await rm(draft, { force: true });
  };
  return {
    add: (cells) => (workbook === undefined ? void stream.write(csvLine(cells, delimiter)) : workbook.add(cells)),
    end: async () => {
      workbook?.end();
      stream.end();
      const error = await written;
      if (error instanceof Error) throw usageFailure(`Cannot write ${file}: ${error.message}.`);
      await rename(draft, file);
    },
    discard,
  };
}

/** A number or telephone number, which a spreadsheet program does not calculate with. */
const plainNumber = /^[+-][\d\s.,()/-]*$/;

/** A line of CSV. A cell that a spreadsheet program would run as a formula becomes text by a leading apostrophe. */
function csvLine(cells: readonly string[], delimiter: string): string {
  const quoted = cells.map((cell) => {
    const isFormula = /^[=+\-@\t\r＝＋－＠]/.test(cell) && !plainNumber.test(cell);
    const text = isFormula ? `'${cell}` : cell;
    return text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${quoted.join(delimiter)}\n`;
}
