/** `npm start`: installs and builds what is stale, then serves in this very process, so that signals reach the service. */
import { prepare } from './prepare.mjs';

prepare();
process.setSourceMapsEnabled(true);
await import(new URL('../packages/server/dist/main.js', import.meta.url).href);
