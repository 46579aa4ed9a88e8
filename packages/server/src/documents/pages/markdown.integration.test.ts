import { expect, it } from 'vitest';
import { signIn } from '../../identity/testing/browser.js';
import { startSuiteService } from '../../testing/service.js';
import { createCourseFixture, lesson } from './testing/course-fixture.js';

const markdown = { accept: 'text/markdown' };

const service = await startSuiteService();
const course = await createCourseFixture(service);
await course.put('course/plan.yaml', 'weeks: 6\nnote: "```"\n');

async function get(path: string, headers: Readonly<Record<string, string>>) {
  const answer = await service.app.http.request(`http://tessera.test${path}`, { headers });
  const type = answer.headers.get('content-type')?.split(';')[0];
  return { status: answer.status, type, text: await answer.text(), headers: answer.headers };
}

async function reader(...paths: string[]): Promise<Record<string, string>> {
  const { email } = await course.member(...paths);
  return (await signIn(service, email)).headers();
}

it('reading pages > are the stored Markdown for clients that prefer it, and for everyone with the suffix', async () => {
  const headers = await reader('course/**');
  const page = await get('/d/course/starter/keeping.md', headers);
  expect([page.status, page.type]).toEqual([200, 'text/html']);
  for (const answer of [
    await get('/d/course/starter/keeping.md', { ...headers, ...markdown }),
    await get('/d/course/starter/keeping', { ...headers, ...markdown, accept: 'text/markdown, text/html;q=0.9' }),
    await get('/d/course/starter/keeping.md.md', headers),
    await get('/d/course/starter/keeping.md', { authorization: `Bearer ${await course.tokenFor(['course/**'])}` }),
  ]) {
    expect([answer.status, answer.type, answer.text]).toEqual([200, 'text/markdown', lesson]);
  }
  const inBrowser = { ...headers, accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  expect((await get('/d/course/starter/keeping.md', inBrowser)).type).toBe('text/html');
});

it('reading pages > depend on Accept, and no cache stores them', async () => {
  const headers = await reader('course/**');
  for (const path of [
    '/d/',
    '/d/course/',
    '/d/course/flour.md',
    '/d/course/flour.md.md',
    '/d/llms.txt',
    '/d/course/no.md',
  ]) {
    for (const more of [{}, markdown]) {
      const answer = await get(path, { ...headers, ...more });
      expect([path, answer.headers.get('vary'), answer.headers.get('cache-control')]).toEqual([
        path,
        'Accept, Accept-Language, Cookie',
        'no-store',
      ]);
    }
  }
});

it('reading pages > as Markdown list a folder in the order of its page', async () => {
  for (const name of ['10-last', '9-third', 'a/inner', 'B-fourth']) {
    await course.put(`course/ordered/${name}.md`, `# ${name}\n`);
  }
  const headers = await reader('course/ordered/**');
  const links = ({ text }: { text: string }, pattern: RegExp) => [...text.matchAll(pattern)].map(([, path]) => path);
  const shown = links(await get('/d/course/ordered/', headers), /<li><a class="[^"]*" href="[^"]*\/ordered\/([^"]+)"/g);
  const listed = links(await get('/d/course/ordered/', { ...headers, ...markdown }), /\]\([^)]*\/ordered\/([^)]+)\)/g);
  expect(listed).toEqual(['9-third.md', '10-last.md', 'a/', 'B-fourth.md']);
  expect(shown.slice(-4)).toEqual(listed);
});

it('reading pages > list a folder by the positions that its documents state, then by name', async () => {
  const files = {
    'a.md': '# A\n',
    'b.md': '---\ntitle: B\nsidebar_position: 3\n---\n',
    'c.md': '+++\nnav_order = 1.5\n+++\n# C\n',
    'd.md': '---\r\nnav_order: "-1"\r\n---\r\n# D\r\n',
    'e.md': '---\nother:\n  nav_order: 0\n---\n\n```\nsidebar_position: 0\n```\n',
    'f/_category_.json': '{"label": "F", "position": 2}',
    'f/inner.md': '# F\n',
    'g/README.md': '---\nsidebar_position: 4\n---\n# G\n',
  };
  for (const [name, text] of Object.entries(files)) await course.put(`course/placed/${name}`, text);
  const headers = await reader('course/placed/**');
  const order = ['d.md', 'c.md', 'f/', 'b.md', 'g/', 'a.md', 'e.md'];
  const links = ({ text }: { text: string }, pattern: RegExp) => [...text.matchAll(pattern)].map(([, path]) => path);
  const listed = await get('/d/course/placed/', { ...headers, ...markdown });
  expect(links(listed, /\]\([^)]*\/placed\/([^)]+)\)/g)).toEqual(order);
  const page = await get('/d/course/placed/', headers);
  expect(links(page, /<li><a class="[^"]*" href="[^"]*\/placed\/([^"]+)"/g).slice(-7)).toEqual(order);
  await course.put('course/placed/b.md', '# B\n');
  const without = links(await get('/d/course/placed/', { ...headers, ...markdown }), /\]\([^)]*\/placed\/([^)]+)\)/g);
  expect(without).toEqual(['d.md', 'c.md', 'f/', 'g/', 'a.md', 'b.md', 'e.md']);
});

it('reading pages > as Markdown are a list for a folder, a code block for other text, and a link for other files', async () => {
  const headers = { ...(await reader('course/**')), ...markdown };
  const folder = '# Starter\n\n- [jar.svg](/d/course/starter/jar.svg)\n';
  for (const path of ['/d/course/starter/', '/d/course/starter.md']) {
    expect((await get(path, headers)).text.startsWith(folder)).toBe(true);
  }
  expect((await get('/d/course.md', headers)).text).toContain('- [Starter](/d/course/starter/)');
  expect((await get('/d/course/plan.yaml', headers)).text).toContain('````\nweeks: 6');
});

it('llms.txt > lists exactly what its caller may read', async () => {
  const session = await reader('course/starter/**');
  const { address } = await course.link(['course/flour.md']);
  const opened = await service.app.http.request(address);
  const link = {
    cookie: opened.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; '),
  };
  const other = await service.createWorkspace();
  const lists = async (headers: Record<string, string>) => {
    const { status, text } = await get('/d/llms.txt', headers);
    expect(status).toBe(200);
    return [...text.matchAll(/\]\(\/d\/([^)]+)\)/g)].map(([, path]) => path);
  };
  expect(await lists(session)).toEqual([
    'course/starter/jar.svg',
    'course/starter/keeping.md',
    'course/starter/storing.md',
  ]);
  expect(await lists(link)).toEqual(['course/flour.md']);
  expect(await lists({ authorization: `Bearer ${await course.tokenFor(['handbook/**'])}` })).toEqual([
    'handbook/private.md',
  ]);
  expect(await lists({ authorization: `Bearer ${other.token}` })).toEqual([]);
});

it('reading pages > of unreadable documents look like missing ones, and programs receive errors in JSON', async () => {
  const headers = { ...(await reader('course/starter/**')), ...markdown };
  const absent = await get('/d/course/starter/nothing.md', headers);
  expect([absent.status, JSON.parse(absent.text).error.code]).toEqual([404, 'document_not_found']);
  for (const path of [
    'handbook/private.md',
    'handbook/private',
    'handbook.md',
    'handbook/',
    'course/flour.md',
    'a%00b',
  ]) {
    const { status, text } = await get(`/d/${path}`, headers);
    expect([path, status, text]).toEqual([path, 404, absent.text]);
  }
  for (const path of ['/d/course/flour.md', '/d/llms.txt']) {
    expect([path, (await get(path, markdown)).status]).toEqual([path, 401]);
  }
  expect((await get('/d/llms.txt', { accept: 'text/html' })).status).toBe(303);
});

it('reading pages > select the workspace of a personal token in the same way as the API', async () => {
  const { email } = await course.member('course/flour.md');
  const { body } = await service.call('POST', `/operator/people/${email}/personal-tokens`, {
    token: service.operatorToken,
    body: { name: 'laptop' },
  });
  const headers = { authorization: `Bearer ${body.secret}` };
  expect(JSON.parse((await get('/d/llms.txt', headers)).text).error.code).toBe('workspace_required');
  const there = { ...headers, 'x-svc-workspace': course.workspace.id };
  expect((await get('/d/llms.txt', there)).text).toContain('/d/course/flour.md');
});
