import type { AnswerOf, Operation } from '../../dispatch/operation.js';
import { requireById, uuidFrom } from '../../platform/identifiers.js';
import { accessErrors } from '../errors.js';
import { parsePattern } from '../globs/index.js';
import { matchesOf } from '../matches/matches.js';
import {
  countHolders,
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
  return context.transaction(async (transaction) => {
    const group = await insertGroup(transaction, {
      id: uuidFrom(random),
      name: body.name,
      description: body.description ?? null,
      paths,
      at: clock(),
    });
    if (group === undefined) {
      throw new Error('a group was written but not returned');
    }
    context.audit(transaction, {
      action: 'group.created',
      target: group.id,
      detail: { name: group.name, paths },
    });
    const found = await matchesOf(transaction, group.paths);
    return { ...present(group), ...found, workspace: context.workspaceReference };
  });
};

const update: Operation<'groups.update'> = (context, _principal, { params, body }) => {
  const paths = body.paths === undefined ? undefined : requirePatterns(body.paths);
  return context.transaction(async (transaction) => {
    const change = { name: body.name, description: body.description, paths, at: context.services.clock() };
    const group = await requireById('group_not_found', params.id, (id) => updateGroup(transaction, id, change));
    const changed = Object.keys(body).sort();
    const detail = { name: group.name, changed, ...(paths === undefined ? {} : { paths }) };
    context.audit(transaction, { action: 'group.updated', target: group.id, detail });
    const found = await matchesOf(transaction, group.paths);
    return { ...present(group), ...found, workspace: context.workspaceReference };
  });
};

const remove: Operation<'groups.delete'> = (context, _principal, { params }) =>
  context.transaction(async (transaction) => {
    const { id, name } = await requireById('group_not_found', params.id, (named) => lockGroup(transaction, named));
    const unassigned = await countHolders(transaction, id);
    await deleteGroup(transaction, id);
    context.audit(transaction, { action: 'group.deleted', target: id, detail: { name, unassigned } });
    return { id, deleted: true, unassigned, workspace: context.workspaceReference };
  });

/** The patterns as they are stored. Throws `match_all_pattern` or `invalid_pattern` for the first that is refused. */
function requirePatterns(sent: readonly string[]): string[] {
  return sent.map((text, index) => {
    const pattern = parsePattern(text);
    if ('refused' in pattern) {
      throw accessErrors.pattern(pattern, `paths.${index}`);
    }
    return pattern.text;
  });
}

function present(row: GroupRow): AnswerOf<'groups.list'>['groups'][number] {
  const { id, name, description, paths, members } = row;
  return {
    id,
    name,
    description,
    paths,
    members,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** Groups: named bundles of document paths. */
export const groupOperations = {
  'groups.list': list,
  'groups.create': create,
  'groups.update': update,
  'groups.delete': remove,
};
