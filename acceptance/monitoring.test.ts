import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, inject, it } from 'vitest';

const run = promisify(execFile);
const root = new URL('..', import.meta.url);
const page = readFileSync(new URL('docs/monitoring.md', root), 'utf8');

describe('docs/monitoring.md', () => {
  const service = inject('target');

  /** Responses to the commands of the page. Its restart of two processes is tried with one that is ready. */
  async function answers(): Promise<string[]> {
    const { port } = new URL(service.url);
    const environment = { PATH: process.env.PATH, URL: service.url, OPERATOR_TOKEN: service.operatorToken };
    const commands = [...page.matchAll(/```(?:sh|text)\n(.*?)```/gs)].map(([, command]) =>
      String(command).replace('8081 8082', port),
    );
    const outputs = commands.map((command) =>
      run('sh', ['-ec', `systemctl() { :; }\n${command}`], { env: environment }),
    );
    return (await Promise.all(outputs)).map(({ stdout }) => stdout);
  }

  it('contains working commands, and names every metric', async () => {
    const [health, ready, metrics = ''] = await answers();
    expect(JSON.parse(String(health))).toMatchObject({ status: 'ok' });
    expect(JSON.parse(String(ready))).toEqual({ status: 'ok' });
    const offered = [...metrics.matchAll(/^# TYPE (tessera_\w+)/gm)].map(([, name]) => name);
    const named = [...page.matchAll(/`(tessera_\w+)`/g)].map(([, name]) => name);
    expect(new Set(named)).toEqual(new Set(offered.filter((name) => name !== 'tessera_indexes_building')));
  });

  it.each(['grafana.json', 'alerts.yaml'])('has only existing metrics in ops/%s', async (file) => {
    const [, , metrics] = await answers();
    const asked = readFileSync(new URL(`ops/${file}`, root), 'utf8').matchAll(
      /\b(tessera_[a-z_]+?)(?:_bucket|_count|_sum)?\b(?=[{[) ]|\\n|")/g,
    );
    for (const [, name] of asked) expect(metrics).toContain(`# TYPE ${name} `);
  });
});
