/**
 * Rules about a source file that the linter does not have. Each is a function `(file) => problems`, whose messages say
 * what to do instead.
 * @typedef {{ path: string, text: string }} SourceFile path from the root of the checkout, with forward slashes
 * @typedef {{ level: 'error' | 'warning', line: number, message: string }} Problem
 */
import { posix } from 'node:path';

const fileLinesMax = 400;
const fileLinesGood = 300;

/** Folders of packages/server/src from the lowest layer to the highest. A layer imports itself and lower ones. */
export const serverLayers = [
  'platform',
  'principals',
  'dispatch',
  'http',
  'identity',
  'access',
  'workspaces',
  'operator',
  'search-runtime',
  'collections',
  'documents',
  'misplaced',
  'transfer',
  'agent',
  'dashboard',
  'sample',
  'app',
];

/**
 * Folders inside a feature from the lowest to the highest; each imports lower ones. Files beside them assemble the
 * feature.
 * @type {Record<string, string[]>}
 */
export const featureFolders = {
  collections: [
    'filters',
    'access',
    'findings',
    'activity',
    'measuring',
    'embedding',
    'records',
    'history',
    'corrections',
    'aliases',
    'search',
    'saved-views',
    'resolution',
    'matches',
    'writing',
    'reverting',
    'registry',
    'sharing',
    'configuration',
    'reconciliation',
  ],
  documents: [
    'model',
    'isolation',
    'rendering',
    'access',
    'store',
    'history',
    'listing',
    'repos',
    'search',
    'links',
    'reads',
    'drafts',
    'writes',
    'raw',
    'git',
    'pages',
  ],
};

/** The packages that each package may import. packages/contract imports none. @type {Record<string, string[]>} */
const packageImports = {
  contract: [],
  git: [],
  json: [],
  languages: ['contract'],
  'path-access': ['contract'],
  'search-engine': ['json'],
  resolver: ['search-engine'],
  records: ['contract', 'json', 'resolver', 'search-engine'],
  server: ['contract', 'git', 'json', 'languages', 'path-access', 'search-engine', 'resolver', 'records'],
  client: ['contract'],
  cli: ['client', 'contract', 'json'],
  pages: ['languages'],
  dashboard: ['client', 'contract', 'languages', 'pages', 'path-access'],
};

const putOffWords = 'TODO|TO-DO|FIXME|XXX';
const putOff = new RegExp(`(//|\\*).*\\b(${putOffWords})\\b`);

/** Modules that may read the environment, because a process starts there. */
const environmentReaders = /^packages\/(server|cli)\/src\/main\.ts$|^packages\/[^/]+\/(vite\.config\.ts)$/;

/**
 * Every problem of one file.
 * @param {SourceFile} file
 * @returns {Problem[]}
 */
export function problemsOf(file) {
  const rules = [
    fileSize,
    documentedExports,
    packageBoundaries,
    serverLayering,
    featureLayering,
    testHelpers,
    environment,
    leftovers,
    localNames,
  ];
  return rules.flatMap((rule) => rule(file));
}

/** @param {SourceFile} file @returns {Problem[]} */
function fileSize({ text }) {
  const lines = text.split('\n').length - 1;
  if (lines <= fileLinesGood) return [];
  const advice =
    'Move one concern with its helpers and tests into a file of its own beside it, named after that concern.';
  if (lines > fileLinesMax) {
    return [{ level: 'error', line: fileLinesMax, message: `${lines} lines; at most ${fileLinesMax}. ${advice}` }];
  }
  return [{ level: 'warning', line: fileLinesGood, message: `${lines} lines; aim for ${fileLinesGood}. ${advice}` }];
}

/** @param {SourceFile} file @returns {Problem[]} */
function documentedExports({ path, text }) {
  if (isTest(path)) return [];
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const name =
      /^export (?:default )?(?:declare |abstract |async )*(?:function\*?|class|interface|type|const|enum) (\w+)/.exec(
        line,
      )?.[1];
    if (!name || /\*\/\s*$/.test(lines[index - 1] ?? '') || isOverload(lines, index, name)) return [];
    const message = `\`${name}\` is exported without a docstring: say in 1-4 lines above it what a caller can rely on (contract, unit, default, failure), or do not export it.`;
    return [{ level: 'error', line: index + 1, message }];
  });
}

/**
 * Whether a line is a further signature of the function above it. @param {string[]} lines @param {number} index @param
 * {string} name
 */
function isOverload(lines, index, name) {
  return new RegExp(`^export (?:async )?function ${name}\\b`).test(lines[index - 1] ?? '');
}

/** @param {SourceFile} file @returns {Problem[]} */
function packageBoundaries(file) {
  const importer = /^packages\/([^/]+)\/src\//.exec(file.path)?.[1];
  if (!importer) return outsidePackages(file);
  const allowed = packageImports[importer] ?? [];
  return importsOf(file).flatMap(({ target, line }) => {
    const imported = /^@tessera\/([^/]+)/.exec(target)?.[1] ?? /^packages\/([^/]+)\//.exec(target)?.[1];
    if (!imported || imported === importer || allowed.includes(imported)) return [];
    const reach = allowed.length
      ? `may import ${allowed.map((name) => `@tessera/${name}`).join(' and ')} only`
      : 'imports no other package';
    const message = `packages/${importer} ${reach}, not ${imported}: move what both need down into packages/contract, or hand the value in as an argument.`;
    return [{ level: 'error', line, message }];
  });
}

/** Acceptance tests import nothing from packages. @param {SourceFile} file @returns {Problem[]} */
function outsidePackages(file) {
  if (!file.path.startsWith('acceptance/')) return [];
  return importsOf(file).flatMap(({ target, line, isRelative }) => {
    if (isRelative ? target.startsWith('acceptance/') : !target.startsWith('@tessera/')) return [];
    const message = `acceptance/ imports nothing of this repository but itself, not ${target}: say over HTTP what you want to know, and write expected values out.`;
    return [{ level: 'error', line, message }];
  });
}

/** @param {SourceFile} file @returns {Problem[]} */
function serverLayering(file) {
  const own = serverLayerOf(file.path);
  if (own === undefined || isTest(file.path)) return [];
  return importsOf(file).flatMap(({ target, line }) => {
    const other = serverLayerOf(target);
    if (other === undefined || other <= own) return [];
    const message = `${serverLayers[own]} may not import ${serverLayers[other]} (${target}): layers import downward (${serverLayers.join(' <- ')}). Hand the value in as an argument, or move what both need down.`;
    return [{ level: 'error', line, message }];
  });
}

/** @param {SourceFile} file @returns {Problem[]} */
function featureLayering(file) {
  const [feature, own] = featureFolderOf(file.path);
  const folders = featureFolders[feature] ?? [];
  if (isTest(file.path) || !folders.includes(own)) return [];
  return importsOf(file).flatMap(({ target, line }) => {
    const [otherFeature, other] = featureFolderOf(target);
    if (otherFeature !== feature || folders.indexOf(other) <= folders.indexOf(own)) return [];
    const message = `${feature}/${own} may not import ${target}: its folders import downward (${folders.join(' <- ')}). Hand the value in as an argument, or move what both need down.`;
    return [{ level: 'error', line, message }];
  });
}

/** The feature of a file, and its folder inside the feature. @param {string} path @returns {[string, string]} */
function featureFolderOf(path) {
  const [, feature = '', folder = ''] = /^packages\/server\/src\/([^/]+)\/([^/]+)\//.exec(path) ?? [];
  return [feature, folder];
}

/** @param {string} path @returns {number | undefined} */
function serverLayerOf(path) {
  const inside = /^packages\/server\/src\/([^/]+)/.exec(path)?.[1];
  if (!inside || inside === 'testing') return undefined;
  const found = serverLayers.indexOf(inside);
  return found === -1 ? serverLayers.length - 1 : found;
}

/** @param {SourceFile} file @returns {Problem[]} */
function testHelpers(file) {
  if (isTest(file.path) || !file.path.startsWith('packages/')) return [];
  return importsOf(file).flatMap(({ target, line }) =>
    target.includes('/testing/')
      ? [
          {
            level: 'error',
            line,
            message: `${target} is for tests: production code may not import it. Move what both need out of testing/.`,
          },
        ]
      : [],
  );
}

/** @param {SourceFile} file @returns {Problem[]} */
function environment({ path, text }) {
  if (!/^packages\/[^/]+\/src\//.test(path) || isTest(path) || environmentReaders.test(path)) return [];
  return text.split('\n').flatMap((line, index) =>
    /\bprocess\.env\b/.test(line)
      ? [
          {
            level: 'error',
            line: index + 1,
            message: 'Only main.ts reads process.env: take the value as a setting or an argument.',
          },
        ]
      : [],
  );
}

/** @param {SourceFile} file @returns {Problem[]} */
function leftovers({ text }) {
  const message = 'A comment that puts work off: do it now, or open an issue and leave the comment out.';
  return text
    .split('\n')
    .flatMap((line, index) => (putOff.test(line) ? [{ level: 'error', line: index + 1, message }] : []));
}

/** Names of values that say nothing about them; see scripts/prose-vocabulary.mjs. */
const vagueName = /(?:\b(?:const|let|function) [[{]? ?|[(,{] ?(?:\w+: )?)(asked|made)\b(?=\??[:,)\]]| [=}])/;

/** @param {SourceFile} file @returns {Problem[]} */
function localNames({ path, text }) {
  if (!path.startsWith('packages/') || isTest(path)) return [];
  return text.split('\n').flatMap((line, index) => {
    const name = vagueName.exec(line)?.[1];
    const message = `\`${name}\` says nothing about the value: name what it is, such as the request or what was computed.`;
    return name ? [{ level: 'error', line: index + 1, message }] : [];
  });
}

/**
 * Whether a file contains tests or helpers of tests.
 * @param {string} path
 */
export function isTest(path) {
  return /\.test\.tsx?$/.test(path) || path.includes('/testing/') || path.startsWith('acceptance/');
}

/**
 * Imports of a file; relative ones as paths from the root.
 * @param {SourceFile} file
 * @returns {{ target: string, line: number, isRelative: boolean }[]}
 */
export function importsOf({ path, text }) {
  return [...text.matchAll(/(?:\bfrom|^import|\bimport\()\s*(['"])([^'"\n]+)\1/gm)].map((match) => {
    const written = String(match[2]);
    const isRelative = written.startsWith('.');
    const target = isRelative ? posix.join(posix.dirname(path), written) : written;
    return { target, isRelative, line: text.slice(0, match.index).split('\n').length };
  });
}
