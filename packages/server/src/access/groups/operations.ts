import type { Group } from '@tessera/contract';
import { parsePattern } from '@tessera/path-access';
import type { InputOf, Operation, OperationContext } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { isUniqueViolation } from '../../platform/database/sqlstate.js';
import { requireById, uuidFrom } from '../../platform/identifiers.js';
import { accessErrors } from '../errors.js';
import { matchesOf } from '../matches/matches.js';
import {
  countGrantees,
  deleteGroup,
  type GroupRow,
  insertGroup,
  listGroups,
  lockGroup,
  updateGroup,
} from './queries.js';

const list: Operation<'groups.list'> = (context, _principal, { query }) =>
  context.transaction(async (transaction) => {
    const { rows, count, next } = await listGroups(transaction, query);
    return { groups: rows.map(present), count, ...next };
  });

const create: Operation<'groups.create'> = (context, _principal, { body }) => {
  const { random, clock } = context.services;
  const paths = requirePatterns(body.paths);
  return withOnePublic(context, async (transaction) => {
    const group = await insertGroup(transaction, {
      ...fieldsOf({ ...body, paths }),
      id: uuidFrom(random),
      at: clock(),
    });
    if (group === undefined) {
      throw new Error('a group was written but not returned');
    }
    context.audit(transaction, {
      action: 'group.created',
      target: group.id,
      detail: {
        name: group.name,
        paths,
        ...(body.public && { public: true }),
        ...(body.for_sale && { for_sale: true }),
        ...(body.offer && { offer: body.offer }),
      },
    });
    const found = await matchesOf(transaction, group.paths);
    return { ...present(group), ...found, workspace: context.workspaceReference };
  });
};

const update: Operation<'groups.update'> = (context, _principal, { params, body }) => {
  const paths = body.paths === undefined ? undefined : requirePatterns(body.paths);
  return withOnePublic(context, async (transaction) => {
    const change = { ...fieldsOf({ ...body, paths }), at: context.services.clock() };
    const group = await requireById('group_not_found', params.id, (id) => updateGroup(transaction, id, change));
    const changed = Object.keys(body).sort();
    const detail = {
      name: group.name,
      changed,
      ...(paths === undefined ? {} : { paths }),
      ...(body.public === undefined ? {} : { public: body.public }),
      ...(body.for_sale === undefined ? {} : { for_sale: body.for_sale }),
      ...(body.offer === undefined ? {} : { offer: body.offer }),
    };
    context.audit(transaction, { action: 'group.updated', target: group.id, detail });
    const found = await matchesOf(transaction, group.paths);
    return { ...present(group), ...found, workspace: context.workspaceReference };
  });
};

const remove: Operation<'groups.delete'> = (context, _principal, { params }) =>
  context.transaction(async (transaction) => {
    const { id, name } = await requireById('group_not_found', params.id, (named) => lockGroup(transaction, named));
    const unassigned = await countGrantees(transaction, id);
    await deleteGroup(transaction, id);
    context.audit(transaction, { action: 'group.deleted', target: id, detail: { name, unassigned } });
    return { id, deleted: true, unassigned, workspace: context.workspaceReference };
  });

/** Runs a change of groups. Throws `public_group_exists` if a second group would become public. */
async function withOnePublic<Answer>(
  context: OperationContext,
  change: (transaction: Transaction) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await context.transaction(change);
  } catch (error) {
    throw isUniqueViolation(error, 'groups_one_public') ? accessErrors.publicGroupExists() : error;
  }
}

/** Returns the patterns as stored. Throws `match_all_pattern` or `invalid_pattern` for the first invalid one. */
function requirePatterns(sent: readonly string[]): string[] {
  return sent.map((text, index) => {
    const pattern = parsePattern(text);
    if ('refused' in pattern) {
      throw accessErrors.pattern(pattern, `paths.${index}`);
    }
    return pattern.text;
  });
}

/** Converts a body to columns. The offer is one object in the body and several columns in the table. */
function fieldsOf<Body extends Pick<InputOf<'groups.update'>['body'], 'offer'>>({ offer, ...fields }: Body) {
  return { ...fields, ...(offer !== undefined && { offer_text: offer?.text ?? null, offer_url: offer?.url ?? null }) };
}

function present({ offer_text: text, offer_url: url, ...group }: GroupRow): Group {
  return {
    ...group,
    offer: text === null && url === null ? null : { text, url },
    created_at: group.created_at.toISOString(),
    updated_at: group.updated_at.toISOString(),
  };
}

/** Operations on groups, which are named sets of document paths. */
export const groupOperations = {
  'groups.list': list,
  'groups.create': create,
  'groups.update': update,
  'groups.delete': remove,
};
