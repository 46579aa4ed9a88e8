import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RecordingServer, refusal, startRecordingServer } from '../testing/recording-server.js';
import { runCli } from '../testing/run-cli.js';

const acme = { id: '11111111-1111-4111-8111-111111111111', slug: 'acme', name: 'Acme' };

let server: RecordingServer;
beforeAll(async () => {
  server = await startRecordingServer();
});
afterAll(() => server.close());

const svc = (line: string, environment: Record<string, string>) =>
  runCli(line.split(' '), { environment: { SVC_BASE_URL: server.url, ...environment } });

describe('output > for people', () => {
  const token = { SVC_TOKEN: 'svc_tk_x' };

  it('names the workspace of a write', async () => {
    server.answers.set('groups.delete', { body: { id: 'g', deleted: true, unassigned: 2, workspace: acme } });
    const answer = await svc('groups delete g --yes', { SVC_TOKEN: 'svc_ak_x' });
    server.answers.delete('groups.delete');
    expect(answer).toEqual({
      status: 0,
      stdout: 'id          g\ndeleted     yes\nunassigned  2\n',
      stderr: 'Workspace: Acme (acme)\n',
    });
  });

  it('is cut to the width of a terminal, but not in a pipe', async () => {
    const name = 'A very long name of a group that no terminal can show on one line';
    server.answers.set('groups.list', {
      body: { groups: [{ id: 'g1', name, members: 1, paths: ['a/**'] }], count: 1 },
    });
    const narrow = await runCli(['groups', 'list'], {
      environment: { SVC_BASE_URL: server.url, SVC_TOKEN: 'svc_ak_x' },
      columns: 60,
    });
    const piped = await svc('groups list', { SVC_TOKEN: 'svc_ak_x' });
    server.answers.delete('groups.list');
    expect(piped.stdout).toContain(name);
    expect(narrow.stdout.split('\n').every((line) => line.length <= 60)).toBe(true);
    expect(narrow.stdout).toContain('A very long name');
    expect(narrow.stdout).toContain('…');
  });

  it('escapes control characters of a record', async () => {
    const rendered = 'red \u001b[31m\u0007 text\r\nnext \u202e';
    server.answers.set('collections.list_records', {
      body: {
        records: [{ external_id: '1', rendered, write_date: 'w', updated_at: 'u' }],
        count: 2,
        next_cursor: 'abc',
      },
    });
    const { stdout, stderr } = await svc('collections records parts', token);
    server.answers.delete('collections.list_records');
    expect(stdout).toContain('red \\u001b[31m\\u0007 text next \\u202e');
    expect(stderr).toBe('There are more: repeat with --cursor abc\n');
  });

  it('escapes control characters of a collection', async () => {
    const collection = { name: 'parts', fields: [], guidance: 'Ask\u001b[31m.\nTwice.', guidance_source: 'admin' };
    server.answers.set('collections.describe', { body: collection });
    server.answers.set('collections.fields', { body: { fields: [], unknown_fields: ['a\u001b[31m', 'b'] } });
    const described = await svc('collections describe parts', token);
    const fields = await svc('collections fields parts', token);
    server.answers.delete('collections.describe');
    server.answers.delete('collections.fields');
    expect(described.stderr).toContain(':\nAsk\\u001b[31m.\nTwice.\n');
    expect(fields.stderr).toContain('in no record: a\\u001b[31m, b\n');
  });

  it('starts with the verdict if it answers a query', async () => {
    const results = [
      { external_id: 'A-1', relevance: 0.81234, match_type: 'semantic', rendered: 'A-1 · 椅子', attributes: {} },
      { external_id: 'B-22', relevance: 0.5, match_type: 'semantic', rendered: 'B-22 · chair', attributes: {} },
    ];
    const warnings = [{ field: 'naem', message: 'No result has the field "naem": the nearest is "name".' }];
    const reasons = ['Other records match the words as well as the first: "B-22".'];
    const disambiguate_by = {
      field: 'frame_colour',
      values: [
        { value: 'red', external_ids: ['A-1'] },
        { value: null, external_ids: ['B-22'] },
      ],
    };
    server.answers.set('collections.query', {
      body: { results, match_type: 'semantic', confidence: 'low', reasons, disambiguate_by, warnings },
    });
    const { stdout, stderr } = await svc('collections query parts chair', token);
    server.answers.delete('collections.query');
    expect(stdout).toMatchInlineSnapshot(`
      "Confidence: low (semantic)
      Other records match the words as well as the first: "B-22".
      EXTERNAL ID  RELEVANCE  MATCH TYPE  RENDERED
      A-1          0.812      semantic    A-1 · 椅子
      B-22         0.500      semantic    B-22 · chair
      Ask for: frame colour
      VALUE  EXTERNAL IDS
      red    A-1
      -      B-22
      "
    `);
    expect(stderr).toContain('No result has the field "naem": the nearest is "name".\n');
  });

  it('shows the basis of the verdict if a query is to be explained', async () => {
    const explanation = {
      features: [{ name: 'margin', value: 0.25, weight: 1.5 }],
      reasons: [],
      unknown_words: ['chair'],
    };
    server.answers.set('collections.query', {
      body: { results: [], match_type: 'semantic', confidence: 'none', reasons: ['No record is close.'], explanation },
    });
    const { stdout } = await svc('collections query parts chair --explain', token);
    server.answers.delete('collections.query');
    expect(stdout).toContain('No record is close.\n');
    expect(stdout).toContain('NAME    VALUE  WEIGHT\nmargin  0.25   1.5\n');
    expect(stdout).toContain('No record has: chair\n');
  });

  it('shows how long to wait after a rate limit', async () => {
    server.answers.set('audit.list', {
      ...refusal(429, 'rate_limited', 'Too many calls.'),
      headers: { 'retry-after': '3600' },
    });
    const { status, stderr } = await svc('audit', token);
    server.answers.delete('audit.list');
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'svc: Too many calls. (rate_limited)\nTry again in 3600 seconds.\n',
    });
  });
});
