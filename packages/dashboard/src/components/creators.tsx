import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../data/api.js';
import { textOf } from '../text.js';
import { Hint, When } from './basics.js';
import type { Column } from './table.js';

const pagesRead = 10;

/** Returns who created each credential, by the credential's id, from the audit log. */
function creatorsQuery(action: 'api_key.created' | 'token.created') {
  return queryOptions({
    queryKey: ['audit.list', { action, all: true }] as const,
    queryFn: async ({ signal }) => {
      const creators = new Map<string, string>();
      let cursor: string | null = null;
      for (let page = 0; page < pagesRead; page += 1) {
        const query: { action: string; cursor?: string } = { action, ...(cursor !== null && { cursor }) };
        const answer: {
          events: readonly { target: string | null; actor: { name: string } }[];
          next_cursor: string | null;
        } = await api().call('audit.list', { query }, { signal });
        for (const { target, actor } of answer.events) creators.set(target ?? '', actor.name);
        cursor = answer.next_cursor;
        if (cursor === null) break;
      }
      return creators;
    },
  });
}

/** The column that shows when a credential was created, and by whom. */
export function useCreatedColumn<Row extends { readonly id: string; readonly created_at: string }>(
  action: 'api_key.created' | 'token.created',
): Column<Row> {
  const creators = useQuery(creatorsQuery(action)).data;
  return {
    title: textOf('Created'),
    cell: ({ id, created_at: at }) => (
      <>
        <When at={at} />
        <Hint truncate>{creators?.has(id) === true ? textOf('by {name}', { name: creators.get(id) ?? '' }) : ''}</Hint>
      </>
    ),
  };
}
