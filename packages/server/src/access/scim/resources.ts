import { displayName, email as emailSchema, limits } from '@tessera/contract';
import SCIMMY from 'scimmy';
import type { OperationContext } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { isUniqueViolation } from '../../platform/database/sqlstate.js';
import { uuidFrom } from '../../platform/identifiers.js';
import { entriesFor, grantOfEntries, scimSource } from '../directory/grants.js';
import { deleteGroup, insertGroup, updateGroup } from '../groups/queries.js';
import { recordShares } from '../memberships/record-shares.js';
import { stateShares } from '../memberships/state-shares.js';
import {
  areUsers,
  canCompare,
  countMatches,
  deleteUser,
  type Equalities,
  findDirectory,
  isUnusedGroup,
  type ListPage,
  listScimGroups,
  listUsers,
  type ScimGroup,
  type ScimUser,
  saveExternalId,
  saveUser,
  setMembers,
} from './queries.js';

const { Error: ScimError } = SCIMMY.Types;

/** One request: the call, and its transaction. */
export interface ScimCall {
  readonly context: OperationContext;
  readonly transaction: Transaction;
  failure?: unknown;
  /** The first position of the page that was read. */
  startIndex?: number;
}

type Resource = InstanceType<typeof SCIMMY.Types.Resource>;
type User = InstanceType<typeof SCIMMY.Schemas.User>;
type Group = InstanceType<typeof SCIMMY.Schemas.Group>;

/** The error for a filter that is not a list of comparisons. */
export const invalidFilter = () =>
  new ScimError(400, 'invalidFilter', 'a filter compares known attributes with eq, joined by and');

/** The id of the path, or the comparisons of the filter. Throws `invalidFilter` for what is not a list of `eq`. */
function equalitiesOf({ id, filter }: Resource, kind: 'user' | 'group'): Equalities {
  if (id !== undefined) {
    return [['id', id]];
  }
  const alternatives: object[] = [...(filter ?? [])];
  const compared = Object.entries(alternatives[0] ?? {}).flatMap(([name, test]): [string, unknown][] =>
    Array.isArray(test)
      ? [[name, test]]
      : Object.entries(test as object).map(([part, each]) => [`${name}.${part}`, each]),
  );
  const equalities = compared.map(([name, test]) => {
    const [operator, value, ...more] = Array.isArray(test) ? test : [];
    const attribute = name.replace(/^urn:.*:/i, '').toLowerCase();
    const isKnown = canCompare(kind, attribute) || attribute === 'emails.type';
    if (alternatives.length > 1 || operator !== 'eq' || value === undefined || more.length > 0 || !isKnown) {
      throw invalidFilter();
    }
    return [attribute, String(value)] as const;
  });
  return equalities.filter(([attribute]) => attribute !== 'emails.type');
}

function readUsers(resource: Resource, call: ScimCall) {
  const list = async (filter: Equalities, page?: ListPage) =>
    (await listUsers(call.transaction, filter, page)).map(presentUser);
  return read(resource, call, 'user', list);
}

/** The resource of the path, or one page of the list. Sorting is not offered, because it would need the whole list. */
async function read<Shown>(
  resource: Resource,
  call: ScimCall,
  kind: 'user' | 'group',
  list: (filter: Equalities, page?: ListPage) => Promise<Shown[]>,
): Promise<Shown | Shown[]> {
  const filter = equalitiesOf(resource, kind);
  const { id, constraints } = resource;
  if (id !== undefined || constraints === undefined) {
    const shown = await list(filter);
    return id === undefined ? shown : (shown[0] ?? missing(id));
  }
  const { startIndex = 1, count = limits.scimPage } = constraints;
  const totalResults = await countMatches(call.transaction, kind, filter);
  // The library would count this page, sort it and cut it again.
  Object.assign(constraints, { startIndex: 1, totalResults, sortBy: undefined });
  call.startIndex = startIndex;
  return list(filter, { startIndex, count });
}

function missing(id: string): never {
  throw new ScimError(404, '', `resource ${id} does not exist`);
}

function presentUser({ id, userName, attributes, externalId, active, groups, ...times }: ScimUser) {
  return {
    ...{ id, userName, ...attributes, active, externalId: externalId ?? undefined },
    groups: groups.map((value) => ({ value })),
    meta: metaOf(times),
  };
}

function metaOf({ createdAt, updatedAt }: Pick<ScimUser, 'createdAt' | 'updatedAt'>) {
  return { created: createdAt, lastModified: updatedAt };
}

async function writeUser(resource: Resource, instance: User, call: ScimCall) {
  const { context, transaction } = call;
  const { random, clock } = context.services;
  const [before] = resource.id === undefined ? [] : await listUsers(transaction, [['id', resource.id]]);
  if (resource.id !== undefined && before === undefined) {
    missing(resource.id);
  }
  const { userName = '', externalId = null, active = true } = instance;
  const email = addressOf(instance) ?? null;
  const { displayName: shown, name, emails } = instance;
  const attributes = { displayName: shown, name, emails };
  const user = { email, userName, attributes, externalId, active, name: nameOf(instance) ?? userName, at: clock() };
  const saved = await unique(saveUser(transaction, { ...user, id: before?.id ?? uuidFrom(random) }));
  await stateUsers(
    call,
    before !== undefined && before.email !== email ? [{ ...before, active: false }, ...saved] : saved,
  );
  return presentUser(saved[0] as ScimUser);
}

/** The address with which the user signs in: the user name, or else an email address. */
function addressOf({ userName, emails = [] }: User): string | undefined {
  const [first] = [...emails].sort((one, other) => Number(other.primary === true) - Number(one.primary === true));
  return [userName, first?.value].map((each) => emailSchema.safeParse(each).data).find(Boolean);
}

function nameOf({ displayName: shown, name }: User): string | undefined {
  const parts = [name?.givenName, name?.familyName].filter(Boolean).join(' ');
  return [shown, name?.formatted, parts].map((each) => displayName.safeParse(each).data).find(Boolean);
}

async function unique<Value>(writing: Promise<Value>): Promise<Value> {
  try {
    return await writing;
  } catch (error) {
    throw isUniqueViolation(error, 'scim_users_workspace_id_email_key') || isUniqueViolation(error, 'scim_users_name')
      ? new ScimError(409, 'uniqueness', 'another user has this userName or email address')
      : error;
  }
}

async function removeUser({ id = '' }: Resource, call: ScimCall): Promise<void> {
  const [user] = await deleteUser(call.transaction, id);
  await stateUsers(call, [{ ...(user ?? missing(id)), active: false }]);
}

/** States the share of source `scim` of users. Throws the first refusal. */
async function stateUsers({ context, transaction }: ScimCall, users: readonly ScimUser[]): Promise<void> {
  const { directory, names } = await findDirectory(transaction);
  const existing = new Set(names.keys());
  const outcomes = await stateShares(
    context,
    transaction,
    users.flatMap(({ email, name, active, groups }) => {
      if (email === null) return [];
      const named = entriesFor(
        directory,
        groups.flatMap((id) => names.get(id) ?? []),
      );
      const granted = grantOfEntries([{ role: 'reader', groups: [...groups] }, ...named], existing);
      return { email, source: scimSource, by: 'directory', ...(active ? { name, ...granted } : { isEnded: true }) };
    }),
  );
  for (const outcome of outcomes) {
    if ('refusal' in outcome) {
      throw outcome.refusal;
    }
  }
  recordShares(context, transaction, outcomes);
}

function readGroups(resource: Resource, call: ScimCall) {
  const list = async (filter: Equalities, page?: ListPage) =>
    (await listScimGroups(call.transaction, filter, page)).map(presentGroup);
  return read(resource, call, 'group', list);
}

function presentGroup({ id, name, externalId, members, ...times }: ScimGroup) {
  const users = SCIMMY.Resources.User.basepath();
  return {
    ...{ id, displayName: name, externalId: externalId ?? undefined },
    members: members.map((value) => ({ value, $ref: `${users}/${value}`, type: 'User' })),
    meta: metaOf(times),
  };
}

async function writeGroup(resource: Resource, { displayName: sent, externalId, members = [] }: Group, call: ScimCall) {
  const { context, transaction } = call;
  const [random, at] = [context.services.random, context.services.clock()];
  const name = displayName.safeParse(sent).data;
  if (name === undefined) {
    throw new ScimError(400, 'invalidValue', 'displayName is not a valid name');
  }
  const [before] = resource.id === undefined ? [] : await listScimGroups(transaction, [['id', resource.id]]);
  const id = resource.id === undefined ? uuidFrom(random) : (before ?? missing(resource.id)).id;
  const isRenamed = before?.name !== name;
  if (isRenamed) {
    const same = await listScimGroups(transaction, [['displayname', name]]);
    if (same.some((group) => group.id !== id)) {
      throw new ScimError(409, 'uniqueness', 'another group has this displayName');
    }
    await (before === undefined
      ? insertGroup(transaction, { id, name, paths: [], public: false, for_sale: false, at })
      : updateGroup(transaction, id, { name, at }));
    const detail = { name, ...(before === undefined ? { paths: [] } : { changed: ['name'] }) };
    context.audit(transaction, { action: `group.${before === undefined ? 'created' : 'updated'}`, target: id, detail });
  }
  saveExternalId(transaction, id, externalId ?? null);
  const wanted = [...new Set(members.flatMap(({ value }) => value?.toLowerCase() ?? []))];
  if (!(await areUsers(transaction, wanted))) {
    throw new ScimError(400, 'invalidValue', 'a member is not the id of a user');
  }
  const changed = await setMembers(transaction, { groupId: id, members: wanted, at });
  // A directory can give a role to the name of a group.
  const renamed = isRenamed ? await listUsers(transaction, [['groups.value', id]]) : [];
  await stateUsers(call, [...changed, ...renamed]);
  return presentGroup((await listScimGroups(transaction, [['id', id]]))[0] as ScimGroup);
}

/** Ends the group for all users of the client. Deletes it if nothing else uses it. */
async function removeGroup({ id = '' }: Resource, call: ScimCall): Promise<void> {
  const { context, transaction } = call;
  const [group] = await listScimGroups(transaction, [['id', id]]);
  const { id: groupId, name } = group ?? missing(id);
  await stateUsers(call, await setMembers(transaction, { groupId, members: [], at: context.services.clock() }));
  if (await isUnusedGroup(transaction, groupId)) {
    await deleteGroup(transaction, groupId);
    context.audit(transaction, { action: 'group.deleted', target: groupId, detail: { name, unassigned: 0 } });
  }
}

SCIMMY.Config.set({
  patch: true,
  filter: { supported: true, maxResults: limits.scimPage },
  authenticationSchemes: [{ type: 'oauthbearertoken', name: 'Bearer token', description: 'svc_sc_…' }],
});

// The schemas are those of the process. What is not stored is not offered.
SCIMMY.Schemas.User.definition.truncate(
  ...['nickName', 'profileUrl', 'title', 'userType', 'preferredLanguage', 'locale', 'timezone', 'password', 'roles'],
  ...['phoneNumbers', 'ims', 'photos', 'addresses', 'entitlements', 'x509Certificates'],
);
SCIMMY.Schemas.Group.definition.truncate('members.display');

type Handler = (...parameters: never[]) => Promise<unknown>;

/** Registers the resources with the library, which has one registry for the process. */
export function declareScim(baseUrl: string): void {
  const basepath = `${baseUrl}/scim/v2`;
  const { Resources } = SCIMMY;
  Resources.declare(Resources.User, {
    basepath,
    egress: kept(readUsers),
    ingress: kept(writeUser),
    degress: kept(removeUser),
  }).declare(Resources.Group, {
    basepath,
    egress: kept(readGroups),
    ingress: kept(writeGroup),
    degress: kept(removeGroup),
  });
  for (const resource of [Resources.Schema, Resources.ResourceType, Resources.ServiceProviderConfig]) {
    resource.basepath(basepath);
  }
}

/** The library replaces errors that are not its own, so the first one is kept for the answer. */
function kept<Work extends Handler>(work: Work) {
  return async (...parameters: Parameters<Work>): Promise<unknown> => {
    try {
      return await work(...parameters);
    } catch (error) {
      const call = parameters.at(-1) as unknown as ScimCall;
      call.failure ??= error;
      throw error;
    }
  };
}
