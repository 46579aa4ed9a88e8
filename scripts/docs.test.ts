import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { errorCodes, limits, webhookEventData } from '../packages/contract/src/index.js';
import { createAppRole } from '../packages/server/src/platform/database/session.js';
import { settingDefinitions } from '../packages/server/src/platform/settings.js';
import { documentsWithTables } from './documentation-tables.mjs';
import { root } from './prepare.mjs';

const documents = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md'];
const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { scripts: Record<string, string> };

function read(document: string): string {
  return readFileSync(root + document, 'utf8');
}

/**
 * Code spans and link targets that look like a path of this repository. Paths below a server folder may be abbreviated.
 */
function pathsIn(text: string): string[] {
  const spans = [...text.matchAll(/`([^`\n]+)`/g)].map((match) => String(match[1]));
  const links = [...text.matchAll(/\]\(([^)#\s]+)\)/g)].map((match) => String(match[1]));
  const looksLikePath =
    /^(packages|scripts|acceptance|bench|examples|principals|\.ci)\/[\w./-]*$|^[\w-]+\.(md|jsonc?|ts)$/;
  return [...spans, ...links].filter((text) => looksLikePath.test(text));
}

function exists(path: string): boolean {
  return existsSync(root + path) || existsSync(`${root}packages/server/src/${path}`);
}

/** File names that rules contain as examples. */
const placeholders = new Set([
  'x.test.ts',
  'x.integration.test.ts',
  'x.acceptance.test.ts',
  'queries.ts',
  'operations.ts',
  'routes.ts',
]);

it('finds paths in the documents', () => {
  expect(pathsIn('see `packages/contract/src/errors.ts`, [how](CONTRIBUTING.md) and `npm start`')).toEqual([
    'packages/contract/src/errors.ts',
    'CONTRIBUTING.md',
  ]);
});

describe.each(documents)('%s', (document) => {
  it('names only files and folders that exist', () => {
    const paths = pathsIn(read(document)).filter((path) => !placeholders.has(path));
    expect(paths.filter((path) => !exists(path))).toEqual([]);
  });

  it('names only npm scripts that exist', () => {
    const named = [...read(document).matchAll(/npm (?:run (?:--silent )?)?([a-z:-]+)/g)].map((match) =>
      String(match[1]),
    );
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});

it('generated tables of the documentation match their definitions', () => {
  const documents = documentsWithTables({ settingDefinitions, errorCodes, webhookEventData, limits });
  for (const [path, text] of Object.entries(documents)) {
    expect(read(path), `${path}: run \`npm run docs\``).toBe(text);
  }
  expect(documents['docs/settings.md']).toContain('| `SVC_PORT` | 8080 |');
  const listed = Object.keys(limits).filter((name) => !documents['docs/limits.md']?.includes(`\`${name}\``));
  expect(listed).toEqual([]);
});

describe('the quick start of README.md', () => {
  it('takes fewer than 20 lines of shell', () => {
    const page = /## Quick start([\s\S]*?)\n## /.exec(read('README.md'))?.[1] ?? '';
    const lines = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap((match) => String(match[1]).split('\n'));
    const commands = lines.filter((line) => line.trim() !== '');
    expect(commands.length).toBeGreaterThan(3);
    expect(commands.length).toBeLessThan(20);
  });
});

describe('the SQL that prepares a database', () => {
  const statements = read('ops/database.sql')
    .split('\n')
    .filter((line) => /^(create|grant)/.test(line))
    .join('\n')
    .replace(":'password'", "'change-me'");

  it.each(['README.md', 'docs/deploying.md'])('is in %s as ops/database.sql runs it', (document) => {
    expect(read(document)).toContain(statements);
  });

  it('is in docs/deploying.md for a role of requests as the service prints it', () => {
    expect(read('docs/deploying.md')).toContain(createAppRole);
  });
});
