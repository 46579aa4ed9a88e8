import { queryOptions } from '@tanstack/react-query';
import { type CallAnswer, type Client, createClient } from '@tessera/client';

/** A workspace as the operator sees it. */
export type WorkspaceState = CallAnswer<'operator.list_workspaces'>['workspaces'][number];

/** A client that uses the operator token. The token is only in memory, and no cookie is sent. */
export function operatorClient(token: string): Client {
  return createClient({
    baseUrl: '',
    token,
    fetch: (url, init) => fetch(url, { ...init, credentials: 'omit' }),
  });
}

/** Every workspace; cached only until the page is closed. */
export function workspacesQuery(client: Client) {
  return queryOptions({
    queryKey: ['operator.list_workspaces', {}] as const,
    gcTime: 0,
    queryFn: async () => {
      const found: WorkspaceState[] = [];
      for await (const workspace of client.items('operator.list_workspaces', { query: { limit: 500 } })) {
        found.push(workspace);
      }
      return found;
    },
  });
}
