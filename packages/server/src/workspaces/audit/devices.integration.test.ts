import { expect, test } from 'vitest';
import { anAddress, invite, personalToken } from '../../identity/testing/people.js';
import { startSuiteService } from '../../testing/service.js';

const service = await startSuiteService();

test('audit > entries of a personal agent name the person and the device, and distinguish two devices of the same name', async () => {
  const workspace = await service.createWorkspace();
  const email = anAddress();
  await invite(service, workspace, email, { role: 'member' });
  // The last two devices have the same name, so only their ids distinguish them.
  for (const [index, name] of ['laptop', 'desk', 'desk'].entries()) {
    const token = await personalToken(service, email, name);
    const body = { name: `made-${index}` };
    const made = await service.call('POST', '/collections', { token, workspace: workspace.id, body });
    expect(made.status).toBe(200);
  }
  const audit = async (query: string) =>
    (await service.call('GET', `/audit?action=collection.created${query}`, { token: workspace.token })).body.events;
  const events = await audit('');
  const person = { id: expect.any(String), name: email };
  expect(events.map(({ actor }: { actor: object }) => actor)).toEqual(
    ['desk', 'desk', 'laptop'].map((name) => ({
      kind: 'personal_token',
      ...person,
      person,
      device: { id: expect.any(String), name },
    })),
  );
  const ids = events.map(({ actor }: { actor: { device: { id: string } } }) => actor.device.id);
  expect(new Set(ids).size).toBe(3);
  expect((await audit(`&actor=${ids[1]}`)).map(({ target }: { target: string }) => target)).toEqual(['made-1']);
  expect(await audit(`&actor=${events[0].actor.id}`)).toHaveLength(3);
});
