/** `npm run docs`: writes the settings table of README.md from the settings' definition. */
import { readFileSync, writeFileSync } from 'node:fs';
import { prepare, root } from './prepare.mjs';
import { withSettingsTable } from './settings-table.mjs';

if (!(await prepare())) process.exit(1);
const { settingDefinitions } = await import(`${root}packages/server/dist/platform/settings.js`);
const readme = `${root}README.md`;
writeFileSync(readme, withSettingsTable(readFileSync(readme, 'utf8'), settingDefinitions));
