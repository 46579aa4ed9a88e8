import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../data/api.js';
import { textOf } from '../text.js';
import { Hint, When } from './basics.js';
import type { Column } from './table.js';

const eventsRead = 2_000;

/** Returns who created each credential, by the credential's id, from the audit log. */
function creatorsQuery(action: 'api_key.created' | 'token.created') {
  return queryOptions({
    queryKey: ['audit.list', { action, all: true }] as const,
    queryFn: async ({ signal }) => {
      const creators = new Map<string, string>();
      for await (const { target, actor } of api().items('audit.list', { query: { action, limit: 200 } }, { signal })) {
        creators.set(target ?? '', actor.name);
        if (creators.size === eventsRead) break;
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
