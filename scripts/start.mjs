/**
 * `npm start`: installs and builds what is outdated, then serves in this process, so that the service receives signals.
 */
import { prepare } from './prepare.mjs';

if (!(await prepare())) process.exit(1);
if (process.argv.length === 2) console.error('Starting (the first time, this creates the database and the sample) ...');
process.setSourceMapsEnabled(true);
await import(new URL('../packages/server/dist/main.js', import.meta.url).href);
