import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints, mappingPresets } from '@tessera/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RecordingServer, startRecordingServer } from '../testing/recording-server.js';
import { newFileFolder, runCli } from '../testing/run-cli.js';
import { type Line, settingsLines } from '../testing/settings-lines.js';

let server: RecordingServer;
const called = new Set<string>();
const folder = newFileFolder();
const files = {
  records: join(folder, 'records.ndjson'),
  ids: join(folder, 'ids.txt'),
  secret: join(folder, 'secret.txt'),
  config: join(folder, 'config.json'),
  logo: join(folder, 'logo'),
  members: join(folder, 'members.csv'),
};

beforeAll(async () => {
  server = await startRecordingServer();
  const counts = { granted: 1, regranted: 0, updated: 0, unchanged: 0, revoked: 0 };
  server.answers.set('members.sync', { body: { ...counts, failed: [], dry_run: true } });
  const high = { given: 2, right: 2, wrong: 0, upper_bound: 0.8 };
  const evaluation = { high, low: { given: 0 }, none: { given: 0 }, wrong: [] };
  server.answers.set('collections.evaluate', { body: evaluation });
  const clean = { checked: 1, pending: [], dead_links: [], warnings: [], next_cursor: null };
  server.answers.set('documents.check', { body: clean });
  server.answers.set('collections.revert_records', { body: { reverted: 1, unchanged: 0, conflicts: [] } });
  writeFileSync(files.records, '{"id": 12345678901234567890}\n{"id":2}\n');
  writeFileSync(files.members, 'email,groups\na@b.example,g1 g2\n');
  writeFileSync(files.ids, ' 1\n\n2.0\r\n');
  writeFileSync(files.logo, Buffer.from('\xff\xd8\xff', 'latin1'));
  writeFileSync(files.secret, 'whsec_1\n');
  writeFileSync(files.config, '{"append_only": true, "guidance": "Ask by SKU."}');
});
afterAll(() => server.close());
beforeEach(() => void server.requests.splice(0));

const table: readonly Line[] = [
  ['whoami', 'GET /me'],
  ['health', 'GET /health'],
  ['audit --action member.granted --limit 5 --cursor abc', 'GET /audit?limit=5&cursor=abc&action=member.granted'],
  ['workspaces', 'GET /workspaces'],
  ['workspaces list', 'GET /workspaces'],
  ['workspaces show', 'GET /settings/workspace'],
  ['workspaces configure --query-log-days 7', 'PATCH /settings/workspace', '{"query_log_days":7}'],
  [
    `workspaces configure --color #0b5566 --logo ${files.logo}`,
    'PATCH /settings/workspace',
    '{"color":"#0b5566","logo":"data:image/jpeg;base64,/9j/"}',
  ],
  ['workspaces configure --reset color --reset logo', 'PATCH /settings/workspace', '{"color":null,"logo":null}'],
  ['workspaces rename Acme', 'PATCH /settings/workspace', '{"name":"Acme"}'],
  [
    'workspaces configure --embeds a.example --embeds b.example',
    'PATCH /settings/workspace',
    '{"embeds":["a.example","b.example"]}',
  ],
  ['workspaces domain', 'GET /settings/workspace/domain'],
  ['workspaces set-domain docs.example.com', 'PUT /settings/workspace/domain', '{"host":"docs.example.com"}'],
  ['workspaces remove-domain -y', 'DELETE /settings/workspace/domain'],

  ['repos list', 'GET /repos'],
  ['repos create notes --description Notes', 'POST /repos', '{"name":"notes","description":"Notes"}'],
  ['repos update notes --rename diary', 'PATCH /repos/notes', '{"name":"diary"}'],
  ['repos delete notes --yes', 'DELETE /repos/notes?confirm=notes'],
  ['docs ls notes --depth 1', 'GET /documents?prefix=notes&depth=1'],
  ['docs cat notes/a.md', 'GET /documents/content?path=notes%2Fa.md'],
  ['docs log notes/a.md --limit 5', 'GET /documents/history?path=notes%2Fa.md&limit=5'],
  ['docs diff notes/a.md', 'GET /documents/diff?path=notes%2Fa.md'],
  ['docs deleted notes', 'GET /documents/deleted?prefix=notes'],
  ['docs check notes', 'GET /documents/check?prefix=notes'],
  ['docs blame notes/a.md', 'GET /documents/blame?path=notes%2Fa.md'],
  ['docs search lamp --limit 3', 'POST /documents/search', '{"query":"lamp","limit":3}'],
  ['docs rm notes/a.md', 'DELETE /documents/content?path=notes%2Fa.md&base=any'],
  [
    'docs mv notes/a.md notes/b.md --base new',
    'POST /documents/move',
    '{"from":"notes/a.md","to":"notes/b.md","base":null}',
  ],
  [
    'docs restore notes/a.md v1 --message Back',
    'POST /documents/restore',
    '{"path":"notes/a.md","version":"v1","message":"Back","base":"any"}',
  ],
  [
    `docs put notes/a.md ${files.ids}`,
    'PUT /documents/content',
    '{"path":"notes/a.md","base":"any","text":" 1\\n\\n2.0\\r\\n"}',
  ],
  ['collections list --limit 7', 'GET /collections?limit=7'],
  ['collections create parts --description Spares', 'POST /collections', '{"name":"parts","description":"Spares"}'],
  ['collections describe parts', 'GET /collections/parts/describe'],
  ['collections fields parts --sample 50', 'GET /collections/parts/fields?sample=50'],
  [
    'collections configure parts --embed-fields name,text --append-only false',
    'PATCH /collections/parts',
    '{"embed_fields":["name","text"],"append_only":false}',
  ],
  [
    'collections configure parts --embed-fields ["a,b"] --embed-fields c',
    'PATCH /collections/parts',
    '{"embed_fields":["a,b","c"]}',
  ],
  [
    'collections configure parts --field-types price=number,made=date',
    'PATCH /collections/parts',
    '{"field_types":{"price":"number","made":"date"}}',
  ],
  [
    'collections configure parts --field-types {"a=b":"enum"}',
    'PATCH /collections/parts',
    '{"field_types":{"a=b":"enum"}}',
  ],
  [
    'collections configure parts --synonyms sofa,couch --synonyms ["a,b","c"]',
    'PATCH /collections/parts',
    '{"synonyms":[["sofa","couch"],["a,b","c"]]}',
  ],
  ['collections configure parts --reset exposed-fields', 'PATCH /collections/parts', '{"exposed_fields":null}'],
  [
    `collections configure parts --file ${files.config} --append-only false`,
    'PATCH /collections/parts',
    '{"append_only":false,"guidance":"Ask by SKU."}',
  ],
  [
    `collections configure parts --mapping shopify --secret-file ${files.secret}`,
    'PATCH /collections/parts',
    JSON.stringify({
      mapping: {
        ...mappingPresets.shopify.mapping,
        signature: { ...mappingPresets.shopify.mapping.signature, secret: 'whsec_1' },
      },
    }),
  ],
  ['collections configure parts --mapping {"id":"sku"}', 'PATCH /collections/parts', '{"mapping":{"id":"sku"}}'],
  ['collections configure parts --reset mapping', 'PATCH /collections/parts', '{"mapping":null}'],
  [
    'collections find lamp --collections parts --collections tools --top-k 3',
    'POST /resolve',
    '{"query":"lamp","collections":["parts","tools"],"top_k":3}',
  ],
  ['collections correct parts lamp 4', 'POST /collections/parts/corrections', '{"query":"lamp","external_id":"4"}'],
  [
    'collections correct parts --record {"name":"lamp"} 4',
    'POST /collections/parts/corrections',
    '{"record":{"name":"lamp"},"external_id":"4"}',
  ],
  [
    'collections correct parts lamp 4 --dry-run',
    'POST /collections/parts/corrections',
    '{"dry_run":true,"query":"lamp","external_id":"4"}',
  ],
  ['collections delete-correction parts a1 --dry-run', 'DELETE /collections/parts/corrections/a1?dry_run=true'],
  [
    'collections correct parts lamp --none',
    'POST /collections/parts/corrections',
    '{"query":"lamp","external_id":null}',
  ],
  ['collections corrections parts --limit 5', 'GET /collections/parts/corrections?limit=5'],
  ['collections queries parts --confidence low --limit 5', 'GET /collections/parts/queries?limit=5&confidence=low'],
  ['collections statistics parts --days 7', 'GET /collections/parts/statistics?days=7'],
  ['collections history parts 4 --limit 5', 'GET /collections/parts/records/4/history?limit=5'],
  ['collections get-version parts 4 v1', 'GET /collections/parts/records/4/history/v1'],
  ['collections revert parts --request-id r --yes', 'POST /collections/parts/revert', '{"request_id":"r"}'],
  ['collections delete-correction parts 4', 'DELETE /collections/parts/corrections/4'],
  ['collections matches parts --state same', 'GET /collections/parts/matches?state=same'],
  [
    'collections decide-match parts m1 --decision same --keep 4',
    'POST /collections/parts/matches/m1',
    '{"decision":"same","keep":"4"}',
  ],
  ['collections findings parts', 'GET /collections/parts/findings'],
  ['collections dismiss-finding parts 4', 'DELETE /collections/parts/findings/4'],
  ['collections reindex parts', 'POST /collections/parts/reindex'],
  ['collections reindex parts --apply', 'POST /collections/parts/reindex?dry_run=false'],
  ['collections reindex parts --no-dry-run', 'POST /collections/parts/reindex?dry_run=false'],
  ['collections rotate-secret parts --yes', 'POST /collections/parts/rotate-secret', '{}'],
  ['collections end-previous parts --yes', 'DELETE /collections/parts/previous'],
  ['collections end-previous-mapping-secret parts --yes', 'DELETE /collections/parts/mapping/previous'],
  ['collections end-previous-reconciliation-url parts --yes', 'DELETE /collections/parts/reconciliation-url/previous'],
  ['collections reconciliation-url x --group g1 --yes', 'POST /collections/x/reconciliation-url', '{"groups":["g1"]}'],
  ['collections delete-reconciliation-url parts --yes', 'DELETE /collections/parts/reconciliation-url'],
  ['collections share parts --group g1 --permission read', 'PUT /collections/parts/grants/g1', '{"permission":"read"}'],
  [
    'collections share parts --group g1 --permission write --filter {"n":12345678901234567890}',
    'PUT /collections/parts/grants/g1',
    '{"permission":"write","filter":{"n":12345678901234567890}}',
  ],
  ['collections grants parts', 'GET /collections/parts/grants'],
  ['collections grant parts --group g1', 'GET /collections/parts/grants/g1'],
  ['collections unshare parts --group g1 -y', 'DELETE /collections/parts/grants/g1'],
  ['collections delete parts -y', 'DELETE /collections/parts'],
  ['collections restore parts', 'POST /collections/parts/restore'],
  [
    'collections query parts lamp --top-k 3 --filter {"price":{"lte":2}}',
    'POST /collections/parts/query',
    '{"query":"lamp","filters":{"price":{"lte":2}},"top_k":3}',
  ],
  ['collections query parts --filters {"a":1}', 'POST /collections/parts/query', '{"filters":{"a":1}}'],
  ['collections get parts A/1?x', 'GET /collections/parts/records/A%2F1%3Fx'],
  ['collections records parts --limit 2', 'GET /collections/parts/records?limit=2'],
  [
    'collections upsert parts --record {"id":1} --record {"id":2} --dry-run',
    'POST /collections/parts/records',
    '{"dry_run":true,"records":[{"id":1},{"id":2}]}',
  ],
  [
    `collections upsert parts ${files.records}`,
    'POST /collections/parts/records',
    '{"records":[{"id": 12345678901234567890},{"id":2}]}',
  ],
  ['collections delete-record parts 42 -y', 'DELETE /collections/parts/records/42'],
  ['collections changes parts --since abc --limit 7', 'GET /collections/parts/changes?since=abc&limit=7'],
  [
    `collections reconcile parts ${files.ids} -y`,
    'POST /collections/parts/reconcile',
    '{"as_of":"2026-01-31T10:00:00.000Z","live_ids":["1","2.0"]}',
  ],
  [
    `collections reconcile parts ${files.ids} --dry-run --as-of 2026-01-31T02:00:00Z --max-tombstones 5`,
    'POST /collections/parts/reconcile',
    '{"as_of":"2026-01-31T02:00:00Z","dry_run":true,"max_tombstones":5,"live_ids":["1","2.0"]}',
  ],
  [
    `collections upsert parts --record {"id":1} --mode merge --expect {"1":"a"}`,
    'POST /collections/parts/records',
    '{"mode":"merge","expect":{"1":"a"},"records":[{"id":1}]}',
  ],
  [
    `collections resolve parts ${files.records} --column id`,
    'POST /collections/parts/resolve',
    '{"queries":[{"key":1,"query":"12345678901234567890"},{"key":2,"query":"2"}]}',
  ],
  [
    `collections evaluate parts ${files.records} --column id --expect id --keep`,
    'POST /collections/parts/evaluate',
    '{"cases":[{"query":"12345678901234567890","external_id":"12345678901234567890"},{"query":"2","external_id":"2"}],"keep":true}',
  ],
  ['collections label-query parts 4 --right true', 'POST /collections/parts/queries/4', '{"right":true}'],
  [
    `collections import parts ${files.records} --failures ${join(folder, 'failures')}`,
    'POST /collections/parts/import',
    '{"records":[{"id": 12345678901234567890},{"id":2}]}',
  ],

  ['members list', 'GET /v1/members'],
  [
    'members grant a@b.example --name Ada --group g1 --group g2 --access read_write --no-send-email',
    'POST /v1/members',
    '{"email":"a@b.example","name":"Ada","groups":["g1","g2"],"send_email":false,"access":"read_write"}',
  ],
  [
    'members ensure a@b.example --group g1 --expires-at 2027-01-31T00:00:00Z --no-send-email',
    'PUT /v1/members/a%40b.example',
    '{"groups":["g1"],"expires_at":"2027-01-31T00:00:00Z","send_email":false}',
  ],
  [
    `members sync ${files.members} --dry-run`,
    'POST /v1/members/sync',
    '{"dry_run":true,"members":[{"email":"a@b.example","groups":["g1","g2"]}]}',
  ],
  ['members revoke a@b.example -y', 'DELETE /v1/members/a%40b.example'],
  ['members end-source a@b.example s:1 -y', 'DELETE /v1/members/a%40b.example/sources/s%3A1'],
  [
    'members end-source a@b.example s --as-of 2026-01-31T10:00:00Z -y',
    'DELETE /v1/members/a%40b.example/sources/s?as_of=2026-01-31T10%3A00%3A00Z',
  ],
  ['members sign-in-link a@b.example --next /d/', 'POST /v1/members/a%40b.example/sign-in-link', '{"next":"/d/"}'],
  ['members access a@b.example', 'GET /v1/members/a%40b.example/access'],
  [
    'members set-access a@b.example --assign g1=read_only --assign g2=read_write',
    'PUT /v1/members/a%40b.example/access',
    '{"assignments":[{"group_id":"g1","access":"read_only"},{"group_id":"g2","access":"read_write"}]}',
  ],
  ['members set-access a@b.example --none', 'PUT /v1/members/a%40b.example/access', '{"assignments":[]}'],
  ['members explain a@b.example faq/a.md', 'GET /v1/members/a%40b.example/access/explain?path=faq%2Fa.md'],
  ['groups list', 'GET /v1/groups'],
  [
    'groups create Docs --path docs/{a,b}/** --path faq.md',
    'POST /v1/groups',
    '{"name":"Docs","paths":["docs/{a,b}/**","faq.md"]}',
  ],
  ['groups update g1 --name Help', 'PUT /v1/groups/g1', '{"name":"Help"}'],
  ['groups delete g1 -y', 'DELETE /v1/groups/g1'],
  ['readers list', 'GET /v1/readers'],
  [
    'readers create a@b.example --expires-at 2030-01-01T00:00:00Z',
    'POST /v1/readers',
    '{"email":"a@b.example","expires_at":"2030-01-01T00:00:00Z"}',
  ],
  ['readers revoke r1 -y', 'DELETE /v1/readers/r1'],
  ['readers end-source r1 s -y', 'DELETE /v1/readers/r1/sources/s'],

  ...settingsLines,
  ['operator list-workspaces --limit 3', 'GET /operator/workspaces?limit=3'],
  [
    'operator create-workspace acme Acme --reader-seats 5 --billing-active false --admin-email a@b.example',
    'POST /operator/workspaces',
    '{"slug":"acme","name":"Acme","reader_seats":5,"billing_active":false,"admin_email":"a@b.example"}',
  ],
  ['operator delete-workspace w1 --slug acme -y', 'DELETE /operator/workspaces/w1', '{"slug":"acme"}'],
  [`operator export-workspace w1 ${files.members}.gz`, 'GET /operator/workspaces/w1/export'],
  [`operator import-workspace ${files.ids} --slug a`, 'POST /operator/workspaces/import?slug=a', ' 1\n\n2.0\r\n'],
  ['operator erase-person a@b.example -y', 'DELETE /operator/people/a%40b.example'],
  ['operator audit --limit 3', 'GET /operator/audit?limit=3'],
  ['operator mails --limit 3', 'GET /operator/mails?limit=3'],
  ['operator update-workspace w1 --suspended true', 'PATCH /operator/workspaces/w1', '{"suspended":true}'],
  [
    'operator add-person w1 a@b.io --role admin',
    'POST /operator/workspaces/w1/people',
    '{"email":"a@b.io","role":"admin"}',
  ],
  [
    'operator create-api-key w1 billing --capability manage_members',
    'POST /operator/workspaces/w1/api-keys',
    '{"name":"billing","capabilities":["manage_members"]}',
  ],
  [
    'operator create-token w1 sync --role admin --access read_write',
    'POST /operator/workspaces/w1/tokens',
    '{"name":"sync","role":"admin","access":"read_write"}',
  ],
  ['operator create-personal-token a@b.io n', 'POST /operator/people/a%40b.io/personal-tokens', '{"name":"n"}'],
  ['operator create-sign-in-link a@b.example', 'POST /operator/people/a%40b.example/sign-in-links'],
];

const cases = table.map(([args, request, body = '']) => ({ args, request, body }));
const environment = () => ({ SVC_BASE_URL: server.url, SVC_TOKEN: 'svc_tk_x', SVC_OPERATOR_TOKEN: 'svc_op_x' });

const credentialFor = (request: string): string | undefined => {
  if (request === 'GET /health') return undefined;
  return request.includes(' /operator/') ? 'Bearer svc_op_x' : 'Bearer svc_tk_x';
};

describe('a command line becomes one request', () => {
  it.each(cases)('becomes one request: svc $args', async ({ args, request, body }) => {
    const { status, stderr } = await runCli(args.split(' '), { environment: environment() });
    expect(stderr).not.toMatch(/undefined|svc: /);
    expect(status).toBe(0);
    const sent = server.requests.at(-1);
    expect(sent?.line).toBe(request);
    expect(sent?.body).toBe(body);
    expect(sent?.headers.authorization).toBe(credentialFor(request));
    called.add(sent?.operation ?? '');
  });

  it('exists for every operation except those of ingest and reconciliation URLs, pages, connectors, transfers, dashboard', () => {
    const elsewhere =
      /^(ingest|reconcile|device)\.|_raw$|^documents\.(render|rendered|commit|find|fetch|keep_draft|drafts|discard_draft)$|^collections\.(list_views|put_view|delete_view|export_matches)$|^settings\.\w+_(groups?|readers?|access|holders|members|link)$|^operator\.get_domain$/;
    const others = Object.keys(endpoints).filter((id) => !elsewhere.test(id));
    expect([...called].sort()).toEqual(others.sort());
  });
});

describe('--json', () => {
  it.each(cases.filter(({ args }) => !/ (import|resolve|export-workspace) /.test(args)))(
    'prints the body and nothing else: svc $args',
    async ({ args }) => {
      const people = await runCli(args.split(' '), { environment: environment() });
      const operation = server.requests.at(-1)?.operation;
      if (operation === undefined) throw new Error('No operation was called.');
      const answer = `{"workspace":{"id":"w","slug":"acme","name":"Acme"},"results":[], "exact":12345678901234567890}`;
      server.answers.set(operation, { body: answer });
      const programs = await runCli([...args.split(' '), '--json'], { environment: environment() });
      server.answers.delete(operation);
      expect(programs.stdout).toBe(`${answer}\n`);
      expect(people.stdout).not.toContain('{"workspace"');
    },
  );
});

describe('a correction', () => {
  it.each(['lamp', 'lamp 4 --none', '--record {"name":"lamp"} lamp 4'])(
    'is refused if it is ambiguous: %s',
    async (given) => {
      const { stderr } = await runCli(['collections', 'correct', 'parts', ...given.split(' ')], {
        environment: environment(),
      });
      expect(stderr).toContain('or use --none');
      expect(server.requests).toEqual([]);
    },
  );
});

describe('a file that is written', () => {
  it('is not created if nothing was refused', () => {
    expect(() => readFileSync(join(folder, 'failures'))).toThrow('ENOENT');
  });
});
