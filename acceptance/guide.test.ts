import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, inject, it } from 'vitest';
import { makeApiKey, makeToken, makeWorkspace, ok } from './http.js';

const run = promisify(execFile);

/** Pages in the order of reading, each with how many calls it shows. */
const pages: readonly [name: string, calls: number][] = [
  ['workspaces', 2],
  ['documents-and-git', 2],
  ['grants-and-slices', 4],
  ['field-roles', 2],
  ['verdicts', 1],
  ['filters', 2],
  ['odoo', 3],
];

/** The lines of a page's examples that call the service, each with what goes on in the lines below it. */
function callsOf(name: string): string[] {
  const text = readFileSync(new URL(`../docs/${name}.md`, import.meta.url), 'utf8');
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block);
  return blocks.flatMap((block) => block.match(/^(?:call|as_backend|curl) (?:[^'\n]|'[^']*')*/gm) ?? []);
}

/** The definition of a function of the shell that a page begins with. */
function functionOf(page: string, name: string): string {
  const text = readFileSync(new URL(`../docs/${page}.md`, import.meta.url), 'utf8');
  return new RegExp(`^${name}\\(\\) .*$`, 'm').exec(text)?.[0] ?? '';
}

describe('the examples of the guide', () => {
  const { url, operatorToken } = inject('target');

  it('are answered as the guide says, one page after the other', async () => {
    const workspace = await makeWorkspace();
    const token = await makeToken(workspace.id);
    const group = await ok<{ id: string }>('POST /v1/groups', {
      token: await makeApiKey(workspace.id, ['manage_permissions']),
      body: { name: 'North', paths: ['north/**'] },
    });
    const editor = 'guide-editor@example.com';
    await ok(`POST /operator/workspaces/${workspace.id}/people`, {
      token: operatorToken,
      body: { email: editor, role: 'member' },
    });
    const personal = await ok<{ secret: string }>(`POST /operator/people/${editor}/personal-tokens`, {
      token: operatorToken,
      body: { name: 'guide' },
    });
    await ok('POST /collections', { token, body: { name: 'products' } });
    const records = [
      { id: 1, name: 'Left door hinge', sku: 'HN-220-L', list_price: 4, color: 'blue', region: 'north' },
    ];
    await ok('POST /collections/products/import', { token, body: { records } });
    const environment = {
      URL: url,
      TOKEN: token,
      PERSONAL: personal.secret,
      KEY: await makeApiKey(workspace.id, ['manage_members', 'manage_permissions']),
    };
    const functions = [functionOf('README', 'call'), functionOf('grants-and-slices', 'as_backend')];
    for (const [page, count] of pages) {
      const calls = callsOf(page);
      expect([page, calls.length]).toEqual([page, count]);
      for (const line of calls) {
        const filled = line.replace(/<(?:id of the )?group>/g, group.id).replace('<id>', workspace.id);
        const { stdout } = await run('sh', ['-euc', [...functions, filled].join('\n')], {
          env: { ...environment, PATH: String(process.env.PATH) },
        });
        expect(stdout, `${page}: ${line}`).toMatch(/^\{(?!"error")/);
      }
    }
  });
});
