import type { AnswerOf, Operation } from '../dispatch/operation.js';
import { errors } from '../platform/errors.js';
import { canWrite, type Principal, referenceOf, type Standing } from '../principals/principal.js';
import { reachableStandings } from '../principals/select-workspace.js';
import { auditOperations } from './audit/operations.js';
import { workspaceSettingsOperations } from './settings/operations.js';
import { signInOperations } from './sign-ins/operations.js';

/** The service's version, as `/health` tells it. */
export const version = '0.1.0';

const getHealth: Operation<'health.get'> = async ({ services }) => {
  const { baseUrl, clock } = services;
  const answer = {
    name: 'Tessera',
    version,
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
  return (await services.isDatabaseAnswering())
    ? { status: 'ok', ...answer }
    : { status: 'degraded', failing: 'database', ...answer };
};

const getMe: Operation<'me.get'> = async (_context, principal) => {
  if (!isCaller(principal)) {
    throw errors.invalidCredential();
  }
  return {
    kind: principal.kind,
    id: principal.personId ?? principal.id,
    name: principal.name,
    ...(principal.email === undefined ? {} : { email: principal.email }),
    ...(principal.capabilities === undefined ? {} : { capabilities: [...principal.capabilities] }),
    ...(principal.standing === null ? {} : describeStanding(principal.standing)),
  };
};

type Caller = Principal & { readonly kind: AnswerOf<'me.get'>['kind'] };

function isCaller(principal: Principal): principal is Caller {
  return principal.kind !== 'anonymous' && principal.kind !== 'ingest_secret';
}

function describeStanding(standing: Standing) {
  const workspace = referenceOf(standing.workspace);
  if (standing.role === null) {
    return { workspace };
  }
  const groups = standing.groups === null ? {} : { groups: standing.groups.map((group) => group.id) };
  return { workspace, role: standing.role, access: standing.access, ...groups, can_write: canWrite(standing) };
}

const listWorkspaces: Operation<'workspaces.list'> = async ({ services }, principal) => {
  const standings = await services.database.withoutWorkspace((transaction) =>
    reachableStandings(transaction, principal),
  );
  const workspaces = standings.map((standing) => ({
    ...referenceOf(standing.workspace),
    role: standing.role ?? ('reader' as const),
    can_write: canWrite(standing),
  }));
  return { workspaces, count: workspaces.length };
};

/** Discovery, the caller itself and its workspaces; what happens in one, where its people are signed in, its settings. */
export const workspaceOperations = {
  'health.get': getHealth,
  'me.get': getMe,
  'workspaces.list': listWorkspaces,
  ...auditOperations,
  ...signInOperations,
  ...workspaceSettingsOperations,
};
