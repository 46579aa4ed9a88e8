/** The documents with generated tables, and their current content. */
import { readFileSync } from 'node:fs';
import { errorsTable, eventsTable, limitsTable, settingsTable, withTable } from './generated-tables.mjs';
import { root } from './prepare.mjs';

const limitFiles = ['requests', 'access', 'collections', 'documents', 'webhooks'];

/**
 * The documents with generated tables by path, with tables that match the definitions.
 * @param {{ settingDefinitions: import('./generated-tables.mjs').SettingDefinitions,
 *   errorCodes: import('./generated-tables.mjs').ErrorCodes,
 *   webhookEventData: { [event: string]: import('./generated-tables.mjs').EventSchema },
 *   limits: { [name: string]: unknown } }} definitions
 * @returns {{ [path: string]: string }}
 */
export function documentsWithTables({ settingDefinitions, errorCodes, webhookEventData, limits }) {
  const read = (/** @type {string} */ path) => readFileSync(root + path, 'utf8');
  const limitTable = (/** @type {string} */ name) =>
    limitsTable(read(`packages/contract/src/limits/${name}.ts`), limits);
  return {
    'docs/settings.md': withTable(read('docs/settings.md'), 'settings', settingsTable(settingDefinitions)),
    'docs/errors.md': withTable(read('docs/errors.md'), 'errors', errorsTable(errorCodes)),
    'docs/events.md': withTable(read('docs/events.md'), 'events', eventsTable(webhookEventData)),
    'docs/limits.md': limitFiles.reduce(
      (text, name) => withTable(text, name, limitTable(name)),
      read('docs/limits.md'),
    ),
  };
}
