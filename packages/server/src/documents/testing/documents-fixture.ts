import type { AccessLevel } from '@tessera/contract';
import { expect } from 'vitest';
import { createKey } from '../../access/testing/keys.js';
import type { TestAnswer, TestService, TestWorkspace } from '../../testing/service.js';

/** A workspace with documents, and callers of every role. */
export interface DocumentsFixture {
  readonly workspace: TestWorkspace;
  /** Calls as the workspace's admin. */
  call(method: string, path: string, body?: unknown): Promise<TestAnswer>;
  /** Calls with any token. */
  as(token: string): (method: string, path: string, body?: unknown) => Promise<TestAnswer>;
  /** Creates a group of path patterns and returns its id. */
  group(...paths: string[]): Promise<string>;
  /** A pinned token of an editor that is confined to groups, with an access level for each group. */
  confined(...groups: readonly (readonly [id: string, access: AccessLevel])[]): Promise<string>;
  /** A pinned token that is confined to new groups with these patterns, all with the same access level. */
  tokenFor(paths: readonly string[], access?: AccessLevel): Promise<string>;
  /** Writes a text document and returns its blob. */
  put(path: string, text: string): Promise<string>;
  createKey(): Promise<string>;
}

/** Creates a workspace with the given repos. */
export async function createDocumentsFixture(service: TestService, ...repos: string[]): Promise<DocumentsFixture> {
  const workspace = await service.createWorkspace();
  const key = (await createKey(service, workspace.id)).secret;
  const as = (token: string) => (method: string, path: string, body?: unknown) =>
    service.call(method, path, { token, ...(body === undefined ? {} : { body }) });
  const call = as(workspace.token);
  const group = async (...paths: string[]): Promise<string> =>
    (
      await service.call('POST', '/v1/groups', {
        token: key,
        body: { name: paths.join(' ').slice(0, 100), paths, for_sale: true },
      })
    ).body.id;
  const confined = async (...groups: readonly (readonly [string, AccessLevel])[]): Promise<string> => {
    const access = groups.some(([, level]) => level === 'read_write') ? 'read_write' : 'read_only';
    const made = await service.call('POST', `/operator/workspaces/${workspace.id}/tokens`, {
      token: service.operatorToken,
      body: { name: 'confined agent', role: 'member', access, groups: groups.map(([id]) => id) },
    });
    // The API gives all groups of a token the same access level, so the level of some is lowered in the table.
    await service.services.database.asSystem((transaction) =>
      Promise.all(
        groups.map(([id, level]) =>
          transaction.query(
            'update group_holders set access = $4 where workspace_id = $1 and holder_id = $2 and group_id = $3',
            [workspace.id, made.body.id, id, level],
          ),
        ),
      ),
    );
    return made.body.secret;
  };
  const fixture: DocumentsFixture = {
    workspace,
    call,
    as,
    group,
    confined,
    tokenFor: async (paths, access = 'read_only') => confined([await group(...paths), access]),
    put: async (path, text) => {
      const answer = await call('PUT', '/documents/content', { path, text, base: 'any' });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return answer.body.document.blob;
    },
    createKey: async () => key,
  };
  for (const name of repos) {
    expect((await call('POST', '/repos', { name })).status).toBe(200);
  }
  return fixture;
}

/** A query string with `path` and further parameters. */
export function at(path: string, more: Readonly<Record<string, string>> = {}): string {
  return `?${new URLSearchParams({ path, ...more })}`;
}
