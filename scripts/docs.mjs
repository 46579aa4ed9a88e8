/** `npm run docs`: writes the tables of settings, errors, events and limits in `docs/` from their definitions. */
import { writeFileSync } from 'node:fs';
import { documentsWithTables } from './documentation-tables.mjs';
import { prepare, root } from './prepare.mjs';

if (!(await prepare())) process.exit(1);
const { settingDefinitions } = await import(`${root}packages/server/dist/platform/settings.js`);
const { errorCodes, limits, webhookEventData } = await import(`${root}packages/contract/dist/index.js`);
const documents = documentsWithTables({ settingDefinitions, errorCodes, webhookEventData, limits });
for (const [path, text] of Object.entries(documents)) writeFileSync(root + path, text);
