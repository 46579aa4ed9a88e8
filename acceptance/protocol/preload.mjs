/**
 * Lets the protocol's own programs start where they are installed here: the conformance suite imports a function that
 * Node.js 20 does not have (and needs it for other commands only), and the Inspector's command line looks for the
 * package.json of the bundle that it usually comes in.
 */
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) register(import.meta.url);

const fileSystem = `data:text/javascript,${encodeURIComponent(
  "export * from 'node:fs'; export { default } from 'node:fs'; export const globSync = undefined;",
)}`;

/** @type {import('node:module').ResolveHook} */
export async function resolve(specifier, context, next) {
  const from = context.parentURL ?? '';
  if (specifier === 'fs' && from.includes('/@modelcontextprotocol/conformance/')) {
    return { url: fileSystem, shortCircuit: true };
  }
  if (specifier === '../../package.json' && from.includes('/@modelcontextprotocol/inspector-cli/')) {
    return next('../package.json', context);
  }
  return next(specifier, context);
}
