import { expect, test } from 'vitest';
import { expectRefusal } from '../../testing/refusal.js';
import { startSuiteService } from '../../testing/service.js';
import { createWorkspaceFixture } from '../../workspaces/testing/workspace-fixture.js';
import { createDocumentsFixture } from '../testing/documents-fixture.js';

const service = await startSuiteService();

const frame = (host: string) => `<iframe src="https://${host}/embed/1" title="${host}"></iframe>\n`;

test('settings.update_workspace > accepts host names as embeds', async () => {
  const { call } = await createWorkspaceFixture(service);
  const set = (embeds: unknown) => call('PATCH', '/settings/workspace', { embeds });
  expect((await set(['Video.TEST', 'player.video.test'])).body.workspace.embeds).toEqual([
    'video.test',
    'player.video.test',
  ]);
  expect((await call('PATCH', '/settings/workspace', { name: 'Other' })).body.workspace.embeds).toHaveLength(2);
  for (const wrong of [
    'https://video.test',
    "video.test 'self'",
    '*.test',
    'video.test;',
    'localhost',
    '',
    'a..test',
  ]) {
    expectRefusal('400 invalid_request', await set([wrong]));
  }
  expect((await set([])).body.workspace.embeds).toEqual([]);
});

test('a page > allows frames only of permitted hosts that it shows', async () => {
  const fixture = await createDocumentsFixture(service, 'course');
  const { workspace } = fixture;
  await service.services.database.asSystem((transaction) =>
    transaction.query("update workspaces set embeds = '{video.test,unused.test}' where id = $1", [workspace.id]),
  );
  await fixture.put(
    'course/clips.md',
    ['video.test', 'www.video.test', 'evil.video.test', 'other.test'].map(frame).join('\n'),
  );
  await fixture.put('course/plain.md', 'See https://video.test/embed/1');
  const open = async (path: string) => {
    const { body, headers } = await service.call('GET', `/d/course/${path}`, {
      token: workspace.token,
      headers: { accept: 'text/html' },
    });
    const policy = String(headers.get('content-security-policy'));
    return { frames: /frame-src[^;]*/.exec(policy)?.[0], embeds: /data-embeds="([^"]*)"/.exec(body)?.[1] };
  };
  expect(await open('clips.md')).toEqual({
    frames: 'frame-src https://video.test https://www.video.test',
    embeds: 'video.test www.video.test',
  });
  expect(await open('plain.md')).toEqual({ frames: undefined, embeds: undefined });
});
