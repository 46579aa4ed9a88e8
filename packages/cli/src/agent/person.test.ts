import { tools } from '@tessera/contract';
import { describe, expect, it } from 'vitest';
import { confirmWrite } from './confirmation.js';
import { connect, type ElicitationHandler } from './testing/connect.js';
import { fakeService, fakeWorkspace } from './testing/fake-service.js';

const home = fakeWorkspace('home');
const shop = fakeWorkspace('shop');
const deletion = { collection: 'orders', external_id: '1', workspace: 'shop' };

/** A personal agent whose active workspace is `home`, and whose client can ask the person. */
async function askingAgent(answer: ReturnType<ElicitationHandler>) {
  const service = fakeService(home, shop);
  const asked: string[] = [];
  const connected = await connect(service, { stored: home.id }, false, (question) => {
    asked.push(question.message);
    return answer;
  });
  return { ...connected, service, asked };
}

const accepted = { action: 'accept', content: { confirm: true } } as const;

describe('a write in another workspace, if the client can ask the person', () => {
  it.each([{}, { confirm: true }])('is done if the person confirms, whatever the agent says (%j)', async (more) => {
    const { call, service, asked } = await askingAgent(accepted);
    expect((await call('delete_record', { ...deletion, ...more })).body.workspace.slug).toBe('shop');
    expect(asked).toEqual([expect.stringContaining('delete 1 record ("1") from collection "orders" in "Shop" (shop)')]);
    expect(service.received.map(({ workspace }) => workspace)).toEqual([shop.id]);
  });

  it.each<ReturnType<ElicitationHandler>>([
    { action: 'decline' },
    { action: 'cancel' },
    { action: 'accept', content: { confirm: false } },
    { action: 'accept', content: {} },
  ])('is not sent after %j, even if the agent confirms', async (answer) => {
    const { call, service } = await askingAgent(answer);
    const { body } = await call('delete_record', { ...deletion, confirm: true });
    expect(body).toMatchObject({ status: 'confirmation_required', message: expect.stringContaining('declined') });
    expect(service.received).toEqual([]);
  });

  it('requires confirmation before a switch too, but not for the active workspace or a read', async () => {
    const { call, asked } = await askingAgent(accepted);
    await call('delete_record', { ...deletion, workspace: 'home' });
    await call('list_collections', { workspace: 'shop' });
    expect(asked).toEqual([]);
    expect((await call('set_active_workspace', { workspace: 'shop', confirm: true })).body.status).toBe('switched');
    expect(asked).toEqual([expect.stringContaining('switch from "Home" (home) to "Shop" (shop)')]);
  });
});

describe('a write that the service refuses because its ids are known elsewhere', () => {
  const write = { collection: 'orders', records: [{ id: '1' }] };
  const elsewhere = [{ workspace: { id: shop.id, slug: 'shop', name: 'Shop' }, known: 1, of: 1 }];
  const agentOf = async (answer?: ReturnType<ElicitationHandler>) => {
    const agent = await askingAgent(answer ?? accepted);
    agent.service.elsewhere = elsewhere;
    return agent;
  };

  it('is done if the person confirms, and not if they decline', async () => {
    const agreeing = await agentOf();
    expect((await agreeing.call('upsert_records', write)).body.workspace.slug).toBe('home');
    expect(agreeing.asked).toEqual([expect.stringContaining('write to "Home" (home). Nothing was written: its ids')]);
    const declining = await agentOf({ action: 'decline' });
    const { body } = await declining.call('upsert_records', write);
    expect(body).toMatchObject({ status: 'confirmation_required', message: expect.stringContaining('declined') });
    expect(declining.service.received).toEqual([]);
  });

  it('requires the agent’s confirmation if the client cannot ask', async () => {
    const service = fakeService(home, shop);
    service.elsewhere = elsewhere;
    const { call } = await connect(service, { stored: home.id });
    const to = { id: home.id, slug: 'home', name: 'Home' };
    expect((await call('upsert_records', write)).body).toMatchObject({
      status: 'confirmation_required',
      from: to,
      to,
      elsewhere,
      message: expect.stringContaining('confirm: true'),
    });
    expect(service.received).toEqual([]);
    expect((await call('upsert_records', { ...write, confirm: true })).body).toMatchObject({ written: 0 });
  });
});

describe('the question before a write', () => {
  it.each(tools.filter(({ effect }) => effect === 'write'))('names the target of $name', (tool) => {
    const all = {
      collection: 'orders',
      name: 'orders',
      path: 'notes/a.md',
      from: 'notes/a.md',
      to: 'notes/b.md',
      external_id: '7',
    };
    const args = Object.fromEntries(Object.entries(all).filter(([key]) => key in tool.input.shape));
    const { message } = confirmWrite({ from: home, to: shop, pinned: false }, tool, args);
    expect(message).not.toContain('undefined');
    expect(message).toMatch(/"orders"|"notes\/a\.md"/);
    expect(message.includes('delete 1 record')).toBe(tool.name === 'delete_record');
  });
});
