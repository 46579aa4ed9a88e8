import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ok } from './http.js';
import { startOwnService } from './own-service.js';
import { freePort, type OwnService } from './service.js';

/** A reader's environment: a home folder, `svc` as an alias, and git with the token. */
function newHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'acceptance-guide-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const file = (path: string, content: string, mode = 0o644) => {
    mkdirSync(join(home, path, '..'), { recursive: true });
    writeFileSync(join(home, path), content, { mode });
  };
  const svc = fileURLToPath(new URL('../packages/cli/dist/main.js', import.meta.url));
  symlinkSync(fileURLToPath(new URL('../examples', import.meta.url)), join(home, 'examples'));
  file('bin/svc', `#!/bin/sh\nexec "${process.execPath}" "${svc}" "$@"\n`, 0o755);
  file('bin/answer-git', '#!/bin/sh\necho "$TOKEN"\n', 0o755);
  file('.gitconfig', '[user]\nname = Ada\nemail = ada@example.com\n[init]\ndefaultBranch = main\n');
  file('desks.csv', 'name,list_price\nOak desk 160,449\n');
  file('labelled.csv', 'text,id\nStanding Desk Oak 160,2\n');
  file('orders.csv', 'order,product\n1,Standing Desk Oak 160\n2,DSK-140-OAK\n');
  file('shopify-secret.txt', 'secret of the source\n');
  file('manual/expenses.md', '# Travel expenses\n\nKeep every receipt.\n');
  file('recipes/README.md', '# Baking\n');
  return home;
}

/** The shell blocks of a document, joined into one script. */
function scriptOf(document: string): string {
  const page = readFileSync(new URL(`../${document}`, import.meta.url), 'utf8');
  return [...page.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block).join('\n');
}

/**
 * Runs a script as if a reader pasted it, and returns its output. Fails if a command fails or the service refuses a
 * call.
 */
async function run(script: string, environment: Readonly<Record<string, string>>): Promise<string> {
  const home = String(environment.HOME);
  const shell = spawn('sh', ['-eux'], {
    cwd: home,
    // A process group, so that all processes of a page can be stopped after a failure.
    detached: true,
    env: { ...environment, PATH: `${join(home, 'bin')}:${process.env.PATH}`, GIT_ASKPASS: 'answer-git' },
  });
  shell.stdin.end(script);
  shell.once('exit', () => killGroup(Number(shell.pid)));
  const ended = new Promise<number | null>((resolve) => shell.once('close', resolve));
  const [status, stdout, stderr] = await Promise.all([ended, text(shell.stdout), text(shell.stderr)]);
  expect(status, stderr).toBe(0);
  expect(stdout, stderr).not.toContain('{"error"');
  return stdout;
}

function killGroup(id: number): void {
  try {
    process.kill(-id);
  } catch {
    // All processes have ended.
  }
}

/** The credentials printed by the first start, and those that the operator creates for a reader. */
async function credentialsOf(service: OwnService) {
  while (!service.printed().includes('Resolve a record')) await once(service.process.stdout as Readable, 'data');
  const token = /svc_tk_[\w-]{43}/.exec(service.printed())?.[0] ?? '';
  const key = /svc_ak_[\w-]{43}/.exec(service.printed())?.[0] ?? '';
  const { workspaces } = await ok<{ workspaces: { id: string; slug: string }[] }>('GET /workspaces', {
    token,
    target: service,
  });
  const { groups } = await ok<{ groups: { id: string }[] }>('GET /v1/groups', { token: key, target: service });
  const [workspace = { id: '', slug: '' }] = workspaces;
  const [group = { id: '' }] = groups;
  const operator = { token: service.operatorToken, target: service };
  const editor = 'guide-editor@example.com';
  await ok(`POST /operator/workspaces/${workspace.id}/people`, {
    ...operator,
    body: { email: editor, role: 'member' },
  });
  const personal = await ok<{ secret: string }>(`POST /operator/people/${editor}/personal-tokens`, {
    ...operator,
    body: { name: 'guide' },
  });
  return { token, key, workspace, group, personal: personal.secret };
}

describe('commands of the README and the guide', () => {
  it('work one page after another, from a first start with the sample', { timeout: 300_000 }, async () => {
    const service = await startOwnService({ settings: { SVC_DEMO: '1' } });
    onTestFinished(service.dispose);
    const { token, key, workspace, group, personal } = await credentialsOf(service);
    const environment = {
      ...{ HOME: newHome(), URL: service.url, TOKEN: token, PERSONAL: personal, KEY: key },
      ...{ SVC_BASE_URL: service.url, SVC_TOKEN: token, OPERATOR_TOKEN: service.operatorToken },
    };
    /** The script of a page with values for its placeholders. */
    const filled = (page: string) =>
      scriptOf(page)
        .replace(/^npm start.*$/m, '')
        .replace(/^export .*\.\.\.$/gm, '')
        .replaceAll('svc_ak_...', key)
        .replace(/<(?:id of the )?group>/g, group.id)
        .replace('<workspace>', workspace.slug)
        .replace('<id>', workspace.id);
    const call = filled('docs/README.md');

    const first = await run(filled('README.md'), environment);
    for (const shown of ['Left door hinge, steel', 'Travel expenses']) expect(first).toContain(shown);

    const pages = [
      'workspaces',
      'documents-and-git',
      'grants-and-slices',
      'billing',
      'field-roles',
      'verdicts',
      'filters',
    ];
    const [webhookPort, checkoutPort] = [await freePort(), await freePort()];
    const selling = filled('docs/selling.md')
      .replaceAll('8090', String(webhookPort))
      .replaceAll('8091', String(checkoutPort));
    const sold = await run(selling, environment);
    // The offer before the payment and after the refund, and the lesson in between.
    expect(sold.match(/The whole course for 29 euros|Mix 50 g of rye flour/g)).toEqual([
      'The whole course for 29 euros',
      'Mix 50 g of rye flour',
      'The whole course for 29 euros',
    ]);

    for (const page of [...pages, 'sync', 'history', 'openrefine', 'odoo', 'monitoring']) {
      expect(await run(`${call}\n${filled(`docs/${page}.md`)}`, environment), page).not.toBe('');
    }
  });
});
