import { guardHeader } from '@tessera/contract';
import { type JsonObject, type JsonValue, ownValue } from '@tessera/json';
import { checkRecordShape, identifierFields, identifierValues, writtenId } from '@tessera/records';
import { openCollection } from '../collections/access/view.js';
import type { InputOf, Operation, OperationContext, Operations } from '../dispatch/operation.js';
import { nameOf } from '../documents/model/path.js';
import { ServiceError } from '../platform/errors.js';
import type { Principal } from '../principals/principal.js';
import { findWorkspaceDetails } from '../workspaces/queries.js';
import { findKnownPaths, recordsKnownAs } from './known-keys.js';
import { findElsewhere, type NamedItems } from './misplaced.js';

type RecordWrite = 'collections.upsert_records' | 'collections.import_records' | 'collections.reconcile_records';
type DocumentWrite = 'documents.write' | 'documents.commit' | 'documents.put_raw';
type GuardedId = RecordWrite | DocumentWrite;

type NamesOf<Id extends GuardedId> = (
  context: OperationContext,
  principal: Principal,
  input: InputOf<Id>,
) => Promise<NamedItems> | NamedItems;

/**
 * Returns the writes by id or path, so that they warn a person whose write seems meant for another of their workspaces.
 * If the workspace and the caller require it, such a write is refused until it is confirmed. Callers that reach
 * one workspace run the operations as they are.
 */
export function guardedOperations(operations: Pick<Operations, GuardedId>): Pick<Operations, GuardedId> {
  const guard = <Id extends GuardedId>(id: Id, namesOf: NamesOf<Id>): Operation<Id> => {
    const operation = operations[id] as unknown as Operation<Id>;
    return async (context, principal, input) => {
      if (principal.reachesOthers !== true) {
        return operation(context, principal, input);
      }
      const names = await namesOf(context, principal, input);
      const { elsewhere, warnings } = await findElsewhere(context, principal, names);
      if (elsewhere.length === 0) {
        return operation(context, principal, input);
      }
      if (wantsQuestion(input) && (await asksFirst(context))) {
        const writable_workspaces = elsewhere.map(({ workspace }) => workspace);
        const message = `Nothing was written: ${warnings.join(' ')}`;
        throw new ServiceError('workspace_conflict', message, { writable_workspaces, elsewhere });
      }
      const answer = await operation(context, principal, input);
      const earlier = 'warnings' in answer ? (answer.warnings ?? []) : [];
      return { ...answer, warnings: [...earlier, ...warnings], elsewhere };
    };
  };
  return {
    'collections.upsert_records': guard('collections.upsert_records', recordNames('collections.upsert_records')),
    'collections.import_records': guard('collections.import_records', recordNames('collections.import_records')),
    'collections.reconcile_records': guard(
      'collections.reconcile_records',
      (_context, _principal, { params, body }) => ({
        noun: 'ids',
        items: body.live_ids.map(idKeys),
        find: recordsKnownAs(params.name),
      }),
    ),
    'documents.write': guard('documents.write', (_context, _principal, { body }) => pathNames([body.path])),
    'documents.put_raw': guard('documents.put_raw', (_context, _principal, { params }) =>
      pathNames([`${params.repo}/${params.path}`]),
    ),
    'documents.commit': guard('documents.commit', (_context, _principal, { body }) =>
      pathNames(body.changes.map(({ path }) => path)),
    ),
  };
}

function recordNames<Id extends 'collections.upsert_records' | 'collections.import_records'>(id: Id): NamesOf<Id> {
  return async (context, principal, { params, body }) => {
    const { config } = await context.read((transaction) => openCollection(transaction, principal, id, params.name));
    const fields = identifierFields(config);
    const items = body.records.flatMap((sent) => {
      const shape = checkRecordShape(sent);
      return 'error' in shape ? [] : [keysOf(shape.record, config.id_field, fields)];
    });
    return { noun: 'ids', items: items.filter((keys) => keys.length > 0), find: recordsKnownAs(params.name) };
  };
}

function keysOf(record: JsonObject, idField: string, fields: readonly string[]): string[] {
  return [...new Set([...idKeys(ownValue(record, idField)), ...identifierValues(record, fields)])];
}

function idKeys(value: unknown): string[] {
  const id = writtenId(value as JsonValue | undefined);
  return 'id' in id ? [id.id] : [];
}

/** Names that many repos have say nothing. */
const usualName = /^(readme|index|changelog|license)(\.\w+)?$/i;

function pathNames(paths: readonly string[]): NamedItems {
  const items = paths.filter((path) => !usualName.test(nameOf(path))).map((path) => [path]);
  return { noun: 'paths', items, find: findKnownPaths };
}

/** Whether the caller is an agent that can ask its person. A dry run writes nothing, so there is nothing to confirm. */
function wantsQuestion(input: { readonly query?: unknown; readonly body?: unknown }): boolean {
  const query = input.query as { readonly [guardHeader]?: string } | undefined;
  const body = input.body as { readonly dry_run?: boolean } | undefined;
  return query?.[guardHeader] === 'ask' && body?.dry_run !== true;
}

async function asksFirst(context: OperationContext): Promise<boolean> {
  const details = await context.read((transaction) => findWorkspaceDetails(transaction, context.workspace.id));
  return details?.guard_writes === 'ask';
}
