const cellsMax = 20_000;
const isNumber = /^[-+−]?[^\s\d]?\s?\d[\d.,\s]*\s?[^\s\d]?$/;

/** The Markdown of a table that was copied from a spreadsheet or a page. Undefined for anything else. */
export function tableFrom(html: string): string | undefined {
  // The parsed document has no window, so nothing in it is executed or loaded.
  const { body } = new DOMParser().parseFromString(html.replace(/<[^<>]*>/g, withoutStyle), 'text/html');
  for (const element of body.querySelectorAll('script, title')) {
    element.remove();
  }
  const tables = body.querySelectorAll('table');
  const [table] = tables;
  if (table === undefined || tables.length > 1 || squashed(body) !== squashed(table)) {
    return undefined;
  }
  const rows = Array.from(table.rows, (row) => Array.from(row.cells, textOf));
  const columns = Math.max(0, ...rows.map((row) => row.length));
  return columns < 2 || columns * rows.length > cellsMax ? undefined : markdownOf(rows, columns);
}

// Styles are removed, because the page's policy reports them even if they are not rendered.
const withoutStyle = (tag: string): string =>
  tag.replace(/\sstyle\s*=/gi, ' data-style=').replace(/^<(\/?)style\b/i, '<$1script');

const squashed = ({ textContent }: Element): string => (textContent ?? '').replace(/\s+/g, '');

function textOf({ textContent }: Element): string {
  return (textContent ?? '').replace(/\s+/g, ' ').trim().replace(/[\\|]/g, '\\$&');
}

function markdownOf([head = [], ...rows]: readonly (readonly string[])[], columns: number): string {
  const indexes = Array.from({ length: columns }, (_, index) => index);
  const line = (cellOf: (index: number) => string): string => `| ${indexes.map(cellOf).join(' | ')} |`;
  const isNumeric = (index: number): boolean => rows.length > 0 && rows.every((row) => isNumber.test(row[index] ?? ''));
  return [
    line((index) => head[index] ?? ''),
    line((index) => (isNumeric(index) ? '---:' : '---')),
    ...rows.map((row) => line((index) => row[index] ?? '')),
  ].join('\n');
}
