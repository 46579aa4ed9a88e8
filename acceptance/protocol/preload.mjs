/**
 * Lets the protocol's conformance suite start on Node.js 20. It imports a function of Node.js 22 for commands that the
 * tests do not use.
 */
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) register(import.meta.url);

const fileSystem = `data:text/javascript,${encodeURIComponent(
  "export * from 'node:fs'; export { default } from 'node:fs'; export const globSync = undefined;",
)}`;

/** @type {import('node:module').ResolveHook} */
export async function resolve(specifier, context, next) {
  if (specifier === 'fs' && context.parentURL?.includes('/@modelcontextprotocol/conformance/')) {
    return { url: fileSystem, shortCircuit: true };
  }
  return next(specifier, context);
}
