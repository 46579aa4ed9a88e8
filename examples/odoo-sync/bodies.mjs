/** Records and bytes of JSON that one ingest body may have. */
const records = 500;
const bytes = 512 * 1024;

/**
 * Divides records into bodies that the ingest URL accepts. A record that is too large by itself gets a body of its own, which
 * is then refused alone.
 * @template Row
 * @param {readonly Row[]} rows
 * @returns {Generator<Row[]>}
 */
export function* bodiesOf(rows) {
  const empty = '{"records":[]}'.length;
  /** @type {Row[]} */
  let body = [];
  let size = empty;
  for (const row of rows) {
    const rowSize = Buffer.byteLength(JSON.stringify(row)) + 1;
    if (body.length > 0 && (body.length === records || size + rowSize > bytes)) {
      yield body;
      body = [];
      size = empty;
    }
    body.push(row);
    size += rowSize;
  }
  if (body.length > 0) yield body;
}
