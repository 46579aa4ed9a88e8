import { afterAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../app.js';
import { signIn } from '../../identity/testing/browser.js';
import { startSuiteService } from '../../testing/service.js';
import { createContentProcesses } from '../isolation/content-processes.js';
import { createCourseFixture } from './testing/course-fixture.js';

const service = await startSuiteService();
const course = await createCourseFixture(service);
/** A second process on the same database. It has too little memory to render anything. */
const processes = createContentProcesses(service.services.log, { memoryMb: 1 });
const starved = buildApp(service.services, { processes });
afterAll(() => starved.close());

const { email } = await course.member('course/**');
const browser = await signIn(service, email);

async function open(path: string, method = 'GET') {
  const headers = { ...browser.headers(), accept: 'text/html' };
  const answer = await starved.http.request(`http://tessera.test/d/${path}`, { method, headers });
  return { status: answer.status, text: await answer.text(), again: answer.headers.get('retry-after') };
}

function kept(change: string, path: string): Promise<unknown> {
  return service.services.database.asSystem((transaction) =>
    transaction.query(`${change} where workspace_id = $1 and path = $2`, [course.workspace.id, path]),
  );
}

async function untilKept(path: string): Promise<void> {
  await expect.poll(() => kept('select path from document_renderings', path)).toEqual([{ path }]);
}

describe('a page that is not rendered yet', () => {
  it('shows its last good version, then the new text when another process has rendered it', async () => {
    await course.put('course/late.md', '# Late\n\nNew words\n');
    await untilKept('late.md');
    await kept("update document_renderings set html = '<p>Old words</p>', renderer = 0", 'late.md');
    const before = await open('course/late.md');
    expect(before).toMatchObject({ status: 200, again: '3' });
    expect(before.text).toContain('<p>Old words</p>');
    expect(before.text).toContain('class="pending');
    expect(await open('course/late.md', 'HEAD')).toMatchObject({ status: 200, again: '3' });
    await course.put('course/late.md', '# Late\n\nNewer words\n');
    await expect.poll(() => open('course/late.md')).toMatchObject({ again: null });
    const { text } = await open('course/late.md');
    expect(text).toContain('<p>Newer words</p>');
    expect(text).not.toContain('class="pending');
  });

  it('never shows its source: without an earlier version it shows its title and a notice', async () => {
    await course.put('course/first.md', '---\ntitle: The first\n---\n\nSome **words**\n');
    await untilKept('first.md');
    await kept('delete from document_renderings', 'first.md');
    const { status, text, again } = await open('course/first.md');
    expect([status, again]).toEqual([200, '3']);
    expect(text).toContain('<h1>The first</h1>');
    expect(text).toContain('This page is being prepared.');
    expect(text).not.toMatch(/\*\*words|too large/);
  });
});
