/**
 * Formats rows as CSV (RFC 4180). If a spreadsheet would execute a cell, the cell gets an apostrophe as prefix, which
 * makes it text.
 */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');
}

function cellOf(text: string): string {
  const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${inert.replaceAll('"', '""')}"`;
}

/** Lets the browser save CSV text as a file. */
export function downloadCsv(name: string, text: string): void {
  download(name, new Blob([text], { type: 'text/csv' }));
}

/** Lets the browser save a file. */
export function download(name: string, file: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
