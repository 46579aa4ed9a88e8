/** `npm run --silent svc -- <command>`: the command line client from a checkout. Nothing but the client writes to stdout. */
import { prepare } from './prepare.mjs';

if (!(await prepare())) process.exit(1);
process.setSourceMapsEnabled(true);
// npm runs scripts in the checkout's root, but relative paths in arguments refer to the caller's folder.
if (process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
await import(new URL('../packages/cli/dist/main.js', import.meta.url).href);
