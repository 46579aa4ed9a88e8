import { describe, expect, it } from 'vitest';
import { folderCircle, importCircle } from './import-circle.mjs';
import { problemsOf } from './structure-rules.mjs';

const documented = '/** What it is. */\nexport const value = 1;\n';

function messages(path: string, text: string): string[] {
  return problemsOf({ path, text }).map(({ level, message }) => `${level}: ${message}`);
}

describe('structure rules', () => {
  it('accept a file of 400 lines with a warning, and refuse one more line', () => {
    expect(messages('scripts/a.mjs', '\n'.repeat(300))).toEqual([]);
    expect(messages('scripts/a.mjs', '\n'.repeat(400))).toEqual([expect.stringMatching(/^warning: 400 lines/)]);
    expect(messages('scripts/a.mjs', '\n'.repeat(401))).toEqual([expect.stringMatching(/^error: 401 lines/)]);
  });

  it('refuse an export without a docblock, except in tests', () => {
    expect(messages('packages/contract/src/a.ts', documented)).toEqual([]);
    const bare = 'export async function run() {}\n';
    expect(messages('packages/contract/src/a.ts', bare)).toEqual([
      expect.stringContaining('`run` is exported without'),
    ]);
    expect(messages('packages/contract/src/a.test.ts', bare)).toEqual([]);
  });

  it.each([
    ['packages/contract/src/a.ts', '@tessera/resolver'],
    ['packages/search-engine/src/a.ts', '@tessera/resolver'],
    ['packages/languages/src/a.ts', '@tessera/server'],
    ['packages/git/src/a.ts', '@tessera/contract'],
    ['packages/client/src/a.ts', '@tessera/server'],
    ['packages/client/src/a.ts', '../../server/src/app.js'],
    ['packages/cli/src/a.ts', '@tessera/server'],
    ['acceptance/a.test.ts', '@tessera/contract'],
    ['acceptance/a.test.ts', '../packages/contract/src/index.js'],
    ['packages/server/src/platform/a.ts', '../principals/principal.js'],
    ['packages/server/src/principals/a.ts', '../collections/queries.js'],
    ['packages/server/src/access/a.ts', '../app.js'],
    ['packages/server/src/identity/a.ts', '../access/queries.js'],
    ['packages/server/src/access/a.ts', '../workspaces/queries.js'],
    ['packages/server/src/access/a.ts', '../testing/database.js'],
    ['packages/server/src/collections/filters/a.ts', '../records/queries.js'],
    ['packages/server/src/collections/search/index/a.ts', '../../configuration/update.js'],
    ['packages/server/src/documents/store/a.ts', '../git/mount.js'],
  ])('%s may not import %s', (path, target) => {
    expect(messages(path, `import { a } from '${target}';\n`)).toEqual([expect.stringMatching(/^error: /)]);
  });

  it.each([
    ['packages/server/src/access/a.ts', '../platform/errors.js'],
    ['packages/server/src/agent/a.ts', '../collections/operations.js'],
    ['packages/server/src/app.ts', './access/routes.js'],
    ['packages/server/src/collections/configuration/a.ts', '../writing/keys.js'],
    ['packages/server/src/collections/index.ts', './configuration/update.js'],
    ['packages/server/src/documents/git/a.ts', '../store/index.js'],
    ['packages/server/src/access/a.test.ts', '../testing/database.js'],
    ['packages/cli/src/a.ts', '@tessera/client'],
    ['packages/dashboard/src/a.ts', '@tessera/languages'],
    ['acceptance/a.test.ts', 'node:fs'],
  ])('%s may import %s', (path, target) => {
    expect(messages(path, `import { a } from '${target}';\n`)).toEqual([]);
  });

  it('refuse a comment that postpones work', () => {
    expect(messages('scripts/a.mjs', `// ${'TO'}DO: later\n`)).toEqual([expect.stringContaining('do it now')]);
    expect(messages('scripts/a.mjs', '// What is left to do is in the issues.\n')).toEqual([]);
  });

  it('allow reading the environment only where a process starts', () => {
    const text = 'const port = process.env.SVC_PORT;\n';
    expect(messages('packages/server/src/platform/a.ts', text)).toEqual([expect.stringContaining('process.env')]);
    expect(messages('packages/server/src/main.ts', text)).toEqual([]);
  });

  it.each(['const asked = 1;', 'let made: Promise<void>;', '({ path: asked }) => 1', 'function f(made, other) {}'])(
    'refuse the name of the value in %s',
    (text) => {
      expect(messages('packages/server/src/access/a.ts', text)).toEqual([expect.stringContaining('says nothing')]);
      expect(messages('packages/server/src/access/a.test.ts', text)).toEqual([]);
    },
  );
});

describe('a circle of imports', () => {
  const file = (path: string, ...targets: string[]) => ({
    path,
    text: targets.map((target) => `import type { A } from '${target}';\n`).join(''),
  });
  const page = file('packages/dashboard/src/pages/page.tsx', './dialog.js');

  it('is found, also among imports of types', () => {
    const dialog = file('packages/dashboard/src/pages/dialog.tsx', '../format.js', './page.js');
    const format = file('packages/dashboard/src/format.ts', 'react');
    expect(importCircle([page, dialog, format]).sort()).toEqual([dialog.path, page.path]);
  });

  it('is not reported if both files import a third one, or only a test closes it', () => {
    const dialog = file('packages/dashboard/src/pages/dialog.tsx', './queries.js');
    const queries = file('packages/dashboard/src/pages/queries.ts', './queries.test.js');
    const test = file('packages/dashboard/src/pages/queries.test.ts', './page.js');
    expect(importCircle([page, dialog, queries, test])).toEqual([]);
  });

  it('is found between sibling folders', () => {
    const mount = file('packages/server/src/identity/pages/mount.ts', '../oauth/routes.js');
    const routes = file('packages/server/src/identity/oauth/routes.ts', '../pages/dependencies.js');
    expect(folderCircle([mount, routes]).sort()).toEqual([
      'packages/server/src/identity/oauth',
      'packages/server/src/identity/pages',
    ]);
  });

  it('is not reported between a folder and the file above it that assembles its parts', () => {
    const index = file('packages/server/src/identity/operations.ts', './oauth/routes.js');
    const routes = file('packages/server/src/identity/oauth/routes.ts', '../operations.js', 'hono');
    expect(folderCircle([index, routes])).toEqual([]);
  });
});
