import { ApiError } from '@tessera/client';
import { type Elsewhere, guardHeader, type OperationId, routes, type Workspace } from '@tessera/contract';
import type { CallService } from '../session.js';

/** A call as the service received it. */
export interface ReceivedCall {
  readonly operation: OperationId;
  readonly call: unknown;
  readonly workspace: string | null;
}

/** A fake service: prepared answers, a list of received calls, and workspaces that can change. */
export interface FakeService {
  workspaces: Workspace[];
  /** The groups to which the identity is confined, by workspace id. */
  confined: ReadonlyMap<string, readonly string[]>;
  /** All received calls except those about the identity. */
  readonly received: ReceivedCall[];
  /** The error to throw instead of answering. */
  failure: Error | undefined;
  /** Other workspaces that guarded writes are refused for. */
  elsewhere: Elsewhere | undefined;
  readonly callService: CallService;
}

/** A workspace of a fake service. */
export function fakeWorkspace(slug: string, changes: Partial<Workspace> = {}): Workspace {
  const digits = Buffer.from(slug.padEnd(6, '-')).toString('hex').slice(0, 12);
  const name = `${slug.charAt(0).toUpperCase()}${slug.slice(1)}`;
  return { id: `00000000-0000-4000-8000-${digits}`, slug, name, role: 'admin', can_write: true, ...changes };
}

/** Creates a fake service with these reachable workspaces. */
export function fakeService(...workspaces: Workspace[]): FakeService {
  const service: FakeService = {
    workspaces,
    confined: new Map(),
    received: [],
    failure: undefined,
    elsewhere: undefined,
    callService: async (operation, call, workspace) => {
      if (service.failure !== undefined) {
        throw service.failure;
      }
      if (operation === 'workspaces.list') {
        return { workspaces: service.workspaces, count: service.workspaces.length };
      }
      if (operation === 'me.get') {
        const groups = service.confined.get(String(workspace));
        return groups === undefined ? {} : { groups };
      }
      const query = (call as { query?: Record<string, string> }).query ?? {};
      if (service.elsewhere !== undefined && query[guardHeader] === 'ask') {
        throw refusal('workspace_conflict', 'Nothing was written: its ids are known elsewhere.', {
          elsewhere: service.elsewhere,
        });
      }
      service.received.push({ operation, call, workspace });
      return answerOf(service, operation, workspace);
    },
  };
  return service;
}

/** A refusal of the service as the client throws it. */
export function refusal(code: string, message: string, extras: object = {}): ApiError {
  const body = { error: { code, message, writable_workspaces: [], ...extras } };
  return new ApiError({ call: 'collections.list', status: 403, code, message, facts: {}, body });
}

function answerOf(service: FakeService, operation: OperationId, id: string | null): unknown {
  const found = service.workspaces.find((workspace) => workspace.id === id);
  if (found === undefined) {
    throw refusal('not_a_member', 'You do not belong to this workspace.');
  }
  const workspace = { id: found.id, slug: found.slug, name: found.name };
  if (operation === 'collections.delete_record') {
    return { external_id: '1', status: 'tombstoned', workspace };
  }
  return routes[operation].policy.effect === 'write'
    ? { written: 0, failed: 0, dry_run: false, results: [], workspace }
    : { collections: [], count: 0 };
}
