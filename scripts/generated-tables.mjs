/** The tables of the documentation that are generated from the contract and the settings. */

/**
 * @typedef {{ [name: string]: { shownDefault: string, description: string } }} SettingDefinitions
 * @typedef {{ [code: string]: { status: number, meaning: string } }} ErrorCodes
 * @typedef {{ description?: string | undefined, shape: object }} EventSchema
 */

/**
 * Returns a document with a new content between the markers of a table, such as `<!-- settings -->`.
 * @param {string} text
 * @param {string} name
 * @param {string} table
 * @returns {string}
 */
export function withTable(text, name, table) {
  const marked = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- /${name} -->)`);
  if (!marked.test(text)) throw new Error(`There are no markers of the table "${name}".`);
  return text.replace(marked, (_, start, end) => start + table + end);
}

/** @param {SettingDefinitions} definitions */
export function settingsTable(definitions) {
  return tableOf(
    ['Variable', 'Default', 'For'],
    Object.entries(definitions).map(([name, { shownDefault, description }]) => [
      code(name),
      // Otherwise, an address would become a link.
      shownDefault.includes('://') ? code(shownDefault) : plain(shownDefault),
      plain(description),
    ]),
  );
}

/** @param {ErrorCodes} codes */
export function errorsTable(codes) {
  return tableOf(
    ['Status', 'Code', 'Meaning'],
    Object.entries(codes).map(([name, { status, meaning }]) => [String(status), code(name), plain(meaning)]),
  );
}

/** @param {{ [event: string]: EventSchema }} schemas */
export function eventsTable(schemas) {
  return tableOf(
    ['Event', 'Sent when', '`data` contains'],
    Object.entries(schemas).map(([name, { description, shape }]) => [
      code(name),
      plain(description ?? ''),
      Object.keys(shape).map(code).join(', '),
    ]),
  );
}

/**
 * One row for each comment in a file of limits, with the limits below it.
 * @param {string} source
 * @param {{ [name: string]: unknown }} values
 */
export function limitsTable(source, values) {
  const described = [...source.matchAll(/^ {2}\/\*\*([\s\S]*?)\*\/\n((?: {2}\w+:.*\n)+)/gm)];
  return tableOf(
    ['Limit', 'For'],
    described.map(([, comment = '', lines = '']) => {
      const names = [...lines.matchAll(/^ {2}(\w+):/gm)].map(([, name = '']) => name);
      const shown = names.map((name) => `${code(name)} ${Number(values[name]).toLocaleString('en')}`);
      return [shown.join('<br>'), plain(comment.replaceAll(/\s*\n\s*\*?\s*/g, ' ').trim())];
    }),
  );
}

/**
 * @param {string[]} head
 * @param {string[][]} rows
 */
function tableOf(head, rows) {
  const lineOf = (/** @type {string[]} */ cells) => `| ${cells.join(' | ')} |\n`;
  return lineOf(head) + `|${'---|'.repeat(head.length)}\n` + rows.map(lineOf).join('');
}

/** @param {string} name */
function code(name) {
  return `\`${name}\``;
}

/**
 * @param {string} text is escaped, so that it is neither HTML nor a new column
 */
function plain(text) {
  return text.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('|', '\\|');
}
