/** `npm run --silent svc -- <command>`: the command line client from a checkout. Only the client writes to stdout. */
import { prepare } from './prepare.mjs';

if (!(await prepare())) process.exit(1);
process.setSourceMapsEnabled(true);
// npm starts scripts in the root of the checkout, but relative paths in arguments refer to the caller's folder.
if (process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
await import(new URL('../packages/cli/dist/main.js', import.meta.url).href);
