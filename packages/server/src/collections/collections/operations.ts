import type { Operation, OperationContext } from '../../dispatch/operation.js';
import { errors } from '../../platform/errors.js';
import { uuidFrom } from '../../platform/identifiers.js';
import { decodeCursor, toPage } from '../../platform/paging.js';
import { newSecret } from '../../platform/secrets.js';
import type { SearchIndexes } from '../query/indexes.js';
import { askSlice } from '../query/slice-index.js';
import { heldGroupIds, openCollection, viewOf } from '../view.js';
import { lockConfiguration } from './configuration-lock.js';
import { numbersOf, type Surveyed } from './numbers.js';
import {
  deleteCollection,
  insertCollection,
  listCollections,
  listSharedCollections,
  replaceIngestSecret,
} from './queries.js';

const note = 'Keep the ingest URL secret: whoever has it can write records to this collection. It is shown only now.';

const create: Operation<'collections.create'> = (context, _principal, { body }) =>
  context.transaction(async (transaction) => {
    const { services, workspace } = context;
    const { secret, hash } = newSecret('', services.random);
    const id = uuidFrom(services.random);
    const added = await insertCollection(transaction, {
      workspaceId: workspace.id,
      id,
      name: body.name,
      description: body.description ?? null,
      ingestSecretHash: hash,
      createdAt: services.clock(),
    });
    if (!added) {
      throw errors.collectionExists(body.name);
    }
    await context.audit(transaction, { action: 'collection.created', target: body.name, detail: { id } });
    return { id, name: body.name, ...ingestUrl(context, secret) };
  });

function ingestUrl(context: OperationContext, secret: string) {
  return {
    ingest_url: `${context.services.baseUrl}/ingest/${secret}`,
    secret,
    note,
    workspace: context.workspaceReference,
  };
}

function list(indexes: SearchIndexes): Operation<'collections.list'> {
  return (context, principal, { query }) =>
    context.transaction(async (transaction) => {
      const isConfined = principal.standing?.groups !== null;
      const rows = isConfined
        ? await listSharedCollections(transaction, heldGroupIds(principal))
        : await listCollections(transaction);
      const views = rows.map((row) => viewOf(row, principal.standing)).filter((view) => view !== undefined);
      const after = query.cursor === undefined ? undefined : decodeCursor(query.cursor, ['text'])[0];
      const rest = after === undefined ? views : views.filter((view) => view.collection.name > after);
      const page = toPage(rest, query.limit ?? rest.length, (view) => [view.collection.name]);
      const surveyed: Surveyed[] = [];
      for (const view of page.rows) {
        const look = { indexes, context, view, slice: view.readSlice };
        const survey = await askSlice(transaction, look, { asks: 'survey', question: { newest: 0 } });
        surveyed.push({ view, survey });
      }
      const numbers = await numbersOf(transaction, surveyed);
      const collections = page.rows.map((view) => {
        const { failed_embed, ...shown } = numbers(view);
        const { id, name, description } = view.collection;
        return { id, name, description, access: view.level, ...shown };
      });
      const count = views.length;
      return { collections, count, ...(query.limit === undefined ? {} : { next_cursor: page.nextCursor }) };
    });
}

const rotate: Operation<'collections.regenerate_ingest_url'> = (context, principal, { params }) =>
  context.transaction(async (transaction) => {
    const { collection } = await openCollection(transaction, principal, {
      name: params.name,
      level: 'manage',
      operation: 'collections.regenerate_ingest_url',
    });
    const { secret, hash } = newSecret('', context.services.random);
    await replaceIngestSecret(transaction, collection.id, hash);
    await context.audit(transaction, { action: 'collection.ingest_url_regenerated', target: collection.name });
    return { id: collection.id, name: collection.name, ...ingestUrl(context, secret) };
  });

const remove: Operation<'collections.delete'> = (context, principal, { params }) =>
  context.transaction(async (transaction) => {
    const { collection } = await openCollection(transaction, principal, {
      name: params.name,
      level: 'manage',
      operation: 'collections.delete',
    });
    await lockConfiguration(transaction, collection.id);
    await deleteCollection(transaction, collection.id);
    await context.audit(transaction, {
      action: 'collection.deleted',
      target: collection.name,
      detail: { id: collection.id },
    });
    return { id: collection.id, name: collection.name, deleted: true, workspace: context.workspaceReference };
  });

/** Collections themselves. */
export function collectionOperations(indexes: SearchIndexes) {
  return {
    'collections.create': create,
    'collections.list': list(indexes),
    'collections.regenerate_ingest_url': rotate,
    'collections.delete': remove,
  };
}
