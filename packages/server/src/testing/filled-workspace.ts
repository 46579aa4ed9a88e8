import { createKey } from '../access/testing/keys.js';
import { signIn } from '../identity/testing/browser.js';
import { anAddress, invite } from '../identity/testing/people.js';
import type { TestRequest, TestService } from '../testing/service.js';

/** A workspace with data, and what its calls need. */
export interface FilledWorkspace {
  readonly slug: string;
  readonly token: string;
  readonly version: string;
  readonly group: string;
  readonly webhook: string;
  /** The address of a member, and the id of a person. */
  readonly member: string;
  readonly person: string;
  readonly reconcilePath: string;
  readonly key: TestRequest;
  readonly session: TestRequest;
  /** A token that sees one record of the collection. */
  readonly sliced: TestRequest;
  readonly host: string;
}

/** How much a workspace contains. */
export interface Filling {
  readonly records: number;
  readonly recordWords: number;
  readonly documents: number;
  /** Versions of one record and one document, people, groups and other things. */
  readonly others: number;
}

const recordsPerCall = 500;
/** Documents of one folder, which the navigation of a page lists. */
const folderSize = 30;

/** Creates a workspace and fills it through the API. */
export async function filledWorkspace(service: TestService, filling: Filling): Promise<FilledWorkspace> {
  const { id, slug, token } = await service.createWorkspace({ reader_seats: 10_000 });
  const must = async (method: string, path: string, body?: unknown, as: TestRequest = { token }) => {
    const answer = await service.call(method, path, { ...as, ...(body === undefined ? {} : { body }) });
    if (answer.status !== 200) {
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    return answer.body;
  };
  const email = anAddress();
  const { id: person } = await invite(service, { id }, email, { role: 'admin' });
  const session = { headers: { ...(await signIn(service, email)).headers(), 'x-svc-workspace': id } };
  const key = { token: (await createKey(service, id)).secret };
  await fillItems(must, filling);
  await fillDocuments(must, filling);
  const groups: string[] = [];
  for (let n = 0; n < filling.others; n += 1) {
    const sent = { name: `Group ${n}`, paths: n === 0 ? ['docs/**'] : [`docs/${n}.md`], public: n === 0 };
    groups.push((await must('POST', '/settings/groups', sent, session)).id);
  }
  const [group = ''] = groups;
  for (const each of groups) {
    await must('PUT', `/collections/items/grants/${each}`, { permission: 'read', filter: { price: 1 } });
  }
  const { secret: sliced } = await must(
    'POST',
    `/operator/workspaces/${id}/tokens`,
    { name: 'slice', role: 'member', access: 'read_only', groups: [group] },
    { token: service.operatorToken },
  );
  const member = anAddress();
  const members = [member, ...Array.from({ length: filling.others * 5 }, anAddress)];
  await must(
    'POST',
    '/settings/members/sync',
    { members: members.map((each) => ({ email: each, groups: [group] })) },
    session,
  );
  const { id: webhook } = await must(
    'POST',
    '/settings/webhooks',
    { url: 'https://hooks.example.com/t', events: ['member.granted'] },
    session,
  );
  for (let n = 0; n < filling.others; n += 1) {
    await must('POST', `/settings/webhooks/${webhook}/test`, undefined, session);
    await must('POST', '/collections/items/corrections', { query: `lamp ${n}`, external_id: '7' });
    await must('POST', '/collections/items/query', { query: `oak lamp number ${n}` });
  }
  const { url } = await must('POST', '/collections/items/reconciliation-url');
  const host = `h${filling.records}.example.com`;
  await must('PUT', '/settings/workspace/domain', { host }, session);
  const { versions } = await must('GET', '/collections/items/records/7/history?limit=10');
  return {
    slug,
    token,
    version: versions[1].version,
    group,
    webhook,
    member,
    person,
    reconcilePath: new URL(url).pathname,
    key,
    session,
    sliced: { token: sliced },
    host,
  };
}

type Must = (method: string, path: string, body?: unknown) => Promise<unknown>;

async function fillItems(must: Must, { records, recordWords, others }: Filling): Promise<void> {
  await must('POST', '/collections', { name: 'items' });
  await must('PATCH', '/collections/items', { expected_every: 'P1D' });
  const note = (n: number) =>
    Array.from({ length: recordWords }, (_, word) => `word${(n * 7 + word * 13) % 9_973}`).join(' ');
  const record = (n: number) => ({
    id: n,
    name: `Oak lamp ${n}`,
    price: n,
    color: n % 2 === 0 ? 'red' : 'blue',
    note: note(n),
  });
  for (let start = 0; start < records; start += recordsPerCall) {
    const count = Math.min(recordsPerCall, records - start);
    await must('POST', '/collections/items/import', {
      records: Array.from({ length: count }, (_, n) => record(start + n)),
    });
  }
  for (let n = 0; n < others * 3; n += 1) {
    await must('POST', '/collections/items/records', { records: [{ ...record(7), note: note(n + 1).repeat(10) }] });
  }
}

async function fillDocuments(must: Must, { documents, others }: Filling): Promise<void> {
  await must('POST', '/repos', { name: 'docs' });
  const changes = Array.from({ length: documents }, (_, n) => ({
    action: 'put',
    path: n < folderSize ? `docs/${n}.md` : `docs/folder-${Math.floor(n / folderSize)}/${n}.md`,
    text: `# Page ${n}\n\nA page about oak. [[Absent ${n}]]\n`,
    base: null,
  }));
  for (let start = 0; start < documents; start += 1_000) {
    await must('POST', '/documents/commit', {
      repo: 'docs',
      message: 'Many',
      changes: changes.slice(start, start + 1_000),
    });
  }
  for (let n = 0; n < others; n += 1) {
    await must('PUT', '/documents/content', { path: 'docs/1.md', text: `# One\n\nVersion ${n}\n`, base: 'any' });
    await must('PUT', '/documents/content', { path: `docs/gone-${n}.md`, text: '# Gone', base: 'any' });
    await must('DELETE', `/documents/content?path=docs/gone-${n}.md&base=any`);
  }
}
