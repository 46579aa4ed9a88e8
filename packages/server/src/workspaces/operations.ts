import { version } from '@tessera/contract';
import type { AnswerOf, Operation } from '../dispatch/operation.js';
import { errors } from '../platform/errors.js';
import { builtCommit } from '../platform/installed-files.js';
import { canWrite, type Principal, referenceOf, type WorkspaceScope } from '../principals/principal.js';
import { reachableScopes } from '../principals/select-workspace.js';
import { wireKind, wireRoles } from '../principals/wire.js';
import { auditOperations } from './audit/operations.js';
import { domainOperations } from './domains/operations.js';
import { workspaceSettingsOperations } from './settings/operations.js';
import { signInOperations } from './sign-ins/operations.js';

const getHealth: Operation<'health.get'> = async ({ services }) => {
  const { baseUrl, clock } = services;
  const answer = {
    name: 'Tessera',
    version,
    commit: builtCommit,
    api: {
      documentation: `${baseUrl}/docs`,
      openapi: `${baseUrl}/openapi.json`,
      workspaces: `${baseUrl}/workspaces`,
      collections: `${baseUrl}/collections`,
      access_grants: `${baseUrl}/v1`,
      agents: `${baseUrl}/mcp/http/`,
    },
    time: clock().toISOString(),
  };
  const isFull = services.database.isDiskFull?.() === true;
  const failing = isFull ? 'database (disk full)' : (await services.isDatabaseAnswering()) ? undefined : 'database';
  return failing === undefined ? { status: 'ok', ...answer } : { status: 'degraded', failing, ...answer };
};

const getMe: Operation<'me.get'> = async (_context, principal) => {
  if (!isCaller(principal)) {
    throw errors.invalidCredential();
  }
  return {
    kind: wireKind(principal.kind),
    id: principal.personId ?? principal.id,
    name: principal.name,
    ...(principal.email === undefined ? {} : { email: principal.email }),
    ...(principal.capabilities === undefined ? {} : { capabilities: [...principal.capabilities] }),
    ...(principal.scope === null ? {} : describeScope(principal.scope)),
  };
};

type Caller = Principal & { readonly kind: AnswerOf<'me.get'>['kind'] };

function isCaller(principal: Principal): principal is Caller {
  return !['anonymous', 'ingest_secret', 'reconciliation_secret'].includes(principal.kind);
}

function describeScope(scope: WorkspaceScope) {
  const workspace = referenceOf(scope.workspace);
  if (scope.role === null) {
    return { workspace };
  }
  const groups = scope.groups === null ? {} : { groups: scope.groups.map((group) => group.id) };
  return { workspace, role: wireRoles[scope.role], access: scope.access, ...groups, can_write: canWrite(scope) };
}

const listWorkspaces: Operation<'workspaces.list'> = async ({ withoutWorkspace }, principal) => {
  const scopes = await withoutWorkspace((queryable) => reachableScopes(queryable, principal));
  const workspaces = scopes.map((scope) => ({
    ...referenceOf(scope.workspace),
    role: wireRoles[scope.role ?? 'member'],
    can_write: canWrite(scope),
  }));
  return { workspaces, count: workspaces.length };
};

/** The operations on workspaces and the caller, and those of the folders below. */
export const workspaceOperations = {
  'health.get': getHealth,
  'me.get': getMe,
  'workspaces.list': listWorkspaces,
  ...auditOperations,
  ...signInOperations,
  ...workspaceSettingsOperations,
  ...domainOperations,
};
