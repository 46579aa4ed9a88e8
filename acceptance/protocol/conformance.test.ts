import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { makeToken, makeWorkspace } from '../http.js';
import { type Door, openDoor, runProgram } from './programs.js';

const suite = 'conformance/dist/index.js';
/** The newest revision with a handshake, and the one without. */
const revisions = ['2025-11-25', '2026-07-28'];

/** Scenarios that the relay must pass, each with checks that are not required because they need other features. */
const required: Readonly<Record<string, readonly string[]>> = {
  'server-initialize': [],
  ping: [],
  'tools-list': [],
  'http-header-validation': [],
  'dns-rebinding-protection': [],
  'input-required-result-unsupported-methods': [],
  'server-stateless': [
    // These need tools of the suite.
    'sep-2575-server-rejects-undeclared-capability',
    'sep-2575-missing-capability-http-400',
    'sep-2575-http-server-no-independent-requests-on-stream',
    'sep-2575-server-no-log-without-loglevel',
    // The relay has no subscriptions, because nothing changes during a request.
    'sep-2575-server-sends-subscription-ack',
    'sep-2575-server-tags-subscription-id',
  ],
  caching: [],
  'sep-2164-resource-not-found': [],
};

/** Scenarios that do not apply, by the feature that the relay lacks. */
const notOffered: Readonly<Record<string, readonly RegExp[]>> = {
  'tools that the suite expects of its own example server': [
    /^tools-call-/,
    /^elicitation-/,
    /^json-schema-2020-12$/,
    /^http-custom-header-server-validation$/,
    /^input-required-result-(?!unsupported-methods$)/,
  ],
  'resources of the example server, prompts, completions and logging': [
    /^resources-/,
    /^prompts-/,
    /^completion-complete$/,
    /^logging-set-level$/,
  ],
  'sessions and streams: the relay is stateless and answers JSON': [/^server-session-lifecycle$/, /^server-sse-/],
  'extensions: tasks and skills': [/^tasks-/, /^sep-2640-skills-/],
};

interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
}

describe('MCP conformance suite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-conformance-'));
  let door: Door;
  let scenarios: string[];
  /** The checks of each scenario at each revision to which it applies. */
  const checks = new Map<string, Check[][]>();

  beforeAll(async () => {
    const { id } = await makeWorkspace();
    door = await openDoor(inject('target').url, await makeToken(id));
    const listed = await runProgram(suite, ['list', '--server']);
    scenarios = [...listed.output.matchAll(/^ +- (\S+) \[/gm)].map(([, name = '']) => name);
    await Promise.all(revisions.map((revision) => runAt(revision)));
  });
  async function runAt(revision: string): Promise<void> {
    const output = join(folder, revision);
    const options = ['--suite', 'all', '--spec-version', revision, '--output-dir', output];
    await runProgram(suite, ['server', '--url', `${door.url}/mcp/http/`, ...options]);
    for (const entry of readdirSync(output)) {
      const name = /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(entry)?.[1];
      if (name !== undefined) {
        const found: Check[] = JSON.parse(readFileSync(join(output, entry, 'checks.json'), 'utf8'));
        checks.set(name, [...(checks.get(name) ?? []), found]);
      }
    }
  }
  afterAll(() => {
    door?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('contains no server scenario that is neither required nor not applicable', () => {
    expect(scenarios.length).toBeGreaterThan(50);
    // Extensions belong to no revision.
    const ofRevisions = scenarios.filter((name) => !/^(?:tasks-|sep-2640-)/.test(name));
    expect([...checks.keys()].sort()).toEqual(ofRevisions.sort());
    const reasons = scenarios.map((name) => ({
      name,
      reasons: [
        ...Object.keys(required).filter((each) => each === name),
        ...Object.entries(notOffered).flatMap(([reason, patterns]) =>
          patterns.some((pattern) => pattern.test(name)) ? [reason] : [],
        ),
      ],
    }));
    expect(reasons.filter((each) => each.reasons.length !== 1)).toEqual([]);
  });

  it.each(Object.entries(required))('passes %s at each revision to which it applies', (name, exceptions) => {
    const runs = checks.get(name) ?? [];
    expect(runs.length).toBeGreaterThan(0);
    for (const found of runs) {
      expect(found.filter(({ status }) => status === 'SUCCESS').length).toBeGreaterThan(0);
      const failed = found.filter(({ status }) => status === 'FAILURE');
      expect(failed.map(({ id }) => id).sort()).toEqual([...exceptions].sort());
    }
  });

  it('lists the tools at both revisions', () => {
    expect(checks.get('tools-list')).toHaveLength(revisions.length);
  });

  it('finds every message of the relay valid according to the schema, in all scenarios', () => {
    const wire = [...checks.values()].flat(2).filter(({ id }) => id === 'wire-schema-valid');
    expect(wire.length).toBeGreaterThan(20);
    expect(wire.filter(({ status }) => status !== 'SUCCESS')).toEqual([]);
  });
});
