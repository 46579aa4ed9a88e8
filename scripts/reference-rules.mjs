/**
 * Rules about names that refer to something elsewhere: operations in the titles of tests, settings and events in
 * documents, and folders in the structure rules. Without side effects, so that tests can pass any file.
 * @typedef {import('./structure-rules.mjs').SourceFile} SourceFile
 * @typedef {{ path: string, line: number, message: string }} Problem
 */
import { featureFolders, serverLayers } from './structure-rules.mjs';

/** A call that has a title as its first argument: `it(`, `describe.each(…)(`. */
const titled = /(?:\b(?:it|test|describe)(?:\.\w+(?:\([^()]*\))?)*|\]\)|\))\(\s*(['`"])((?:(?!\1).)+)\1/g;
const operationName = /(?<![\w./])([a-z]+)\.([a-z_]+)\b/g;
const setting = /\bSVC_[A-Z0-9_]+\b/g;

/**
 * The ids of all operations of the contract.
 * @param {readonly SourceFile[]} files
 */
export function operationIds(files) {
  const contract = files.filter(({ path }) => path.startsWith('packages/contract/src/'));
  return new Set(
    contract.flatMap(({ text }) => [...text.matchAll(/defineRoute\(\s*'([a-z_.]+)'/g)].map(([, id]) => String(id))),
  );
}

/**
 * Titles of tests that start with the id of an operation that does not exist.
 * @param {readonly SourceFile[]} files @param {ReadonlySet<string>} ids @returns {Problem[]}
 */
export function unknownOperations(files, ids) {
  const families = new Set([...ids].map((id) => id.split('.')[0]));
  return files
    .filter(({ path }) => /\.test\.tsx?$/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(titled)].flatMap(({ 2: title = '', index }) => {
        const [subject = '', promise] = title.split(' > ');
        if (promise === undefined && /\s[a-z]/.test(subject)) return [];
        return [...subject.matchAll(operationName)]
          .filter(([id, family]) => families.has(String(family)) && !ids.has(id))
          .map(([id]) => ({
            path,
            line: lineAt(text, index),
            message: `no operation is called ${id}: use the id of packages/contract, such as ${nearest(id, ids)}.`,
          }));
      }),
    );
}

/**
 * Settings in documents that no source reads.
 * @param {readonly SourceFile[]} documents @param {readonly SourceFile[]} sources @returns {Problem[]}
 */
export function unknownSettings(documents, sources) {
  const known = new Set(sources.flatMap(({ text }) => text.match(setting) ?? []));
  return documents.flatMap(({ path, text }) =>
    [...text.matchAll(setting)]
      .filter(([name]) => !known.has(name) && !known.has(name.replace(/_FILE$/, '')))
      .map(({ 0: name, index }) => ({
        path,
        line: lineAt(text, index),
        message: `there is no setting ${name}: name one of packages/server/src/platform/settings.ts.`,
      })),
  );
}

/**
 * Events of webhooks that no source of the server emits, or no document names.
 * @param {readonly SourceFile[]} documents @param {readonly SourceFile[]} sources @returns {Problem[]}
 */
export function unusedEvents(documents, sources) {
  const definition = sources.find(({ path }) => path.endsWith('/webhook-events.ts'));
  const emitters = sources.filter(({ path }) => path.startsWith('packages/server/src/'));
  return [...(definition?.text ?? '').matchAll(/^ {2}'([a-z]+\.[a-z_]+)':/gm)].flatMap(({ 1: event = '', index }) => {
    const isEmitted = emitters.some(({ text }) => text.includes(`'${event}'`));
    const isNamed = documents.some(({ text }) => text.includes(`\`${event}\``));
    if (isEmitted && isNamed) return [];
    const message = `${isEmitted ? 'no document names' : 'nothing emits'} the event ${event}: add that, or remove the event.`;
    return [{ path: String(definition?.path), line: lineAt(String(definition?.text), index), message }];
  });
}

/**
 * Folders of the server that the structure rules do not order.
 * @param {readonly SourceFile[]} files @returns {Problem[]}
 */
export function unorderedFolders(files) {
  const folders = new Set();
  for (const { path } of files) {
    const [, layer, folder] = /^packages\/server\/src\/([^/]+)\/(?:([^/]+)\/)?[^/]+$/.exec(path) ?? [];
    if (layer === undefined || [layer, folder].includes('testing')) continue;
    if (!serverLayers.includes(layer)) folders.add(layer);
    if (folder !== undefined && featureFolders[layer]?.includes(folder) === false) folders.add(`${layer}/${folder}`);
  }
  return [...folders].map((folder) => ({
    path: `packages/server/src/${folder}`,
    line: 1,
    message:
      'the folder is not in scripts/structure-rules.mjs: add it to serverLayers or featureFolders, in its place.',
  }));
}

/** @param {string} id @param {ReadonlySet<string>} ids */
function nearest(id, ids) {
  return (
    [...ids].find((each) => each.startsWith(id)) ?? [...ids].find((each) => each.split('.')[0] === id.split('.')[0])
  );
}

/** @param {string} text @param {number} index */
function lineAt(text, index) {
  return text.slice(0, index).split('\n').length;
}
