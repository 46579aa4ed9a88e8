import { describe, expect, it } from 'vitest';
import { serve } from './testing/client.js';
import { answer, type Reply, refusal } from './testing/server.js';

describe('lists', () => {
  const pages = [
    answer({ events: [{ id: '1' }, { id: '2' }], next_cursor: 'c1' }),
    answer({ events: [], next_cursor: 'c2' }),
    answer({ events: [{ id: '3' }], next_cursor: null }),
  ];

  it('return the entries of all pages, in order', async () => {
    const { client, received } = await serve(pages);
    const ids: string[] = [];
    for await (const event of client.items('audit.list', { query: { limit: 2, action: 'member.granted' } })) {
      ids.push(event.id);
    }
    expect(ids).toEqual(['1', '2', '3']);
    expect(received.map(({ url }) => url)).toEqual([
      '/audit?limit=2&action=member.granted',
      '/audit?limit=2&action=member.granted&cursor=c1',
      '/audit?limit=2&action=member.granted&cursor=c2',
    ]);
  });

  it('fetch a page only when it is needed', async () => {
    const { client, received } = await serve(pages);
    for await (const page of client.pages('audit.list')) {
      expect(page.events).toHaveLength(2);
      break;
    }
    expect(received).toHaveLength(1);
  });

  it('end after one response if the list has no pages', async () => {
    const { client, received } = await serve([answer({ members: [{ id: 'a' }], count: 1 })]);
    const members: unknown[] = [];
    for await (const member of client.items('members.list')) {
      members.push(member);
    }
    expect(members).toEqual([{ id: 'a' }]);
    expect(received).toHaveLength(1);
  });

  it('reject if any page fails', async () => {
    const { client } = await serve([pages[0] as Reply, refusal(403, 'forbidden')]);
    const seen: string[] = [];
    const walk = async () => {
      for await (const event of client.items('audit.list')) {
        seen.push(event.id);
      }
    };
    await expect(walk()).rejects.toMatchObject({ code: 'forbidden' });
    expect(seen).toEqual(['1', '2']);
  });
});
