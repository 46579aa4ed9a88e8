/** The settings table in README.md with its markers. */
const marked = /(<!-- settings -->\n)[\s\S]*?(<!-- \/settings -->)/;

/**
 * README.md with the current settings table.
 * @param {string} readme
 * @param {Record<string, { shownDefault: string, description: string }>} definitions
 * @returns {string}
 */
export function withSettingsTable(readme, definitions) {
  const rows = Object.entries(definitions).map(
    ([name, { shownDefault, description }]) => `| \`${name}\` | ${plain(shownDefault)} | ${plain(description)} |\n`,
  );
  const table = `| Variable | Default | For |\n|---|---|---|\n${rows.join('')}`;
  return readme.replace(marked, (_, start, end) => start + table + end);
}

/**
 * @param {string} text is escaped, so that it is neither HTML nor a new column
 */
function plain(text) {
  return text.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('|', '\\|');
}
