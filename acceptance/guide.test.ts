import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ok } from './http.js';
import { startOwnService } from './own-service.js';

const run = promisify(execFile);

/** Pages in the order of reading, each with how many calls it shows. */
const pages: readonly [name: string, calls: number][] = [
  ['workspaces', 2],
  ['documents-and-git', 2],
  ['grants-and-slices', 4],
  ['field-roles', 2],
  ['verdicts', 1],
  ['filters', 2],
  ['keeping-in-step', 7],
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

/** The block of the README in which its first calls are made, without the line that sets the variables. */
function firstCalls(): string {
  const text = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  return (/^```sh\nexport URL=[^\n]*\n(.*?)^```/ms.exec(text)?.[1] ?? '').trim();
}

describe('the examples of the README and the guide', () => {
  it('are answered as they say, one page after the other, on a first start with its sample', async () => {
    const service = await startOwnService({ settings: { SVC_DEMO: '1' } });
    onTestFinished(service.dispose);
    const { url, operatorToken } = service;
    while (!service.printed().includes('Resolve a record')) await once(service.process.stdout as Readable, 'data');
    const token = /svc_tk_[\w-]{43}/.exec(service.printed())?.[0] ?? '';
    const key = /svc_ak_[\w-]{43}/.exec(service.printed())?.[0] ?? '';
    const { workspaces } = await ok<{ workspaces: { id: string }[] }>('GET /workspaces', { token, target: service });
    const [workspace = { id: '' }] = workspaces;
    const { groups } = await ok<{ groups: { id: string }[] }>('GET /v1/groups', { token: key, target: service });
    const [group = { id: '' }] = groups;
    const editor = 'guide-editor@example.com';
    await ok(`POST /operator/workspaces/${workspace.id}/people`, {
      token: operatorToken,
      body: { email: editor, role: 'member' },
      target: service,
    });
    const personal = await ok<{ secret: string }>(`POST /operator/people/${editor}/personal-tokens`, {
      token: operatorToken,
      body: { name: 'guide' },
      target: service,
    });
    const environment = { URL: url, TOKEN: token, PERSONAL: personal.secret, KEY: key };
    const first = await run('sh', ['-euc', firstCalls()], { env: { ...environment, PATH: String(process.env.PATH) } });
    expect(first.stdout).toContain('Left door hinge, steel');
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
