import { z } from 'zod';
import { count, jsonObject, label, pathText, timestamp, uuid, workspaceReference } from '../common.js';
import { limits } from '../limits.js';
import { defineRoute } from '../route.js';
import { recordOrder } from './records.js';
import { collectionParams, filters } from './schemas.js';

// A magic link can be forwarded, so it has no views of its own.
const own = {
  credentials: ['pinned_token', 'personal_token', 'assistant', 'session'],
  effect: 'write',
  own: true,
  workspace: 'one',
  permission: 'read',
} as const;

const view = z
  .object({
    id: uuid,
    name: z.string(),
    filters: jsonObject.nullable(),
    query: z.string().nullable(),
    order: z.string().nullable(),
    shared: z.boolean(),
    own: z.boolean().describe('Whether the caller saved it'),
    by: z.string().describe('Who saved it'),
    updated_at: timestamp,
  })
  .meta({ id: 'CollectionView' });

/** A saved view of a collection's records: a search, a filter and an order. */
export type SavedView = z.infer<typeof view>;

/** Saved views of a collection's records: a search, a filter and an order. */
export const viewRoutes = {
  'collections.list_views': defineRoute('collections.list_views', 'GET /collections/{name}/views', {
    operation: 'list_views',
    summary: 'List your saved views and the shared ones, by name',
    policy: { ...own, effect: 'read' },
    params: collectionParams,
    answer: z.object({ views: z.array(view), count }).meta({ id: 'CollectionViewList' }),
    errors: ['collection_not_found'],
  }),
  'collections.put_view': defineRoute('collections.put_view', 'PUT /collections/{name}/views/{id}', {
    operation: 'put_view',
    summary: 'Save a view under an id that you choose, a random UUID',
    description:
      'Anyone who reads the collection can save views for themselves. To share one takes a credential that may ' +
      'write: everyone who reads the collection then sees its name and filter, and applies them to the records that ' +
      `they may read. Its owner and admins change it. A person keeps up to ${limits.viewsPerOwner} views of a ` +
      `collection, and a collection up to ${limits.sharedViewsPerCollection} shared ones.`,
    policy: own,
    params: z.strictObject({ ...collectionParams.shape, id: uuid }),
    body: z
      .strictObject({
        name: label(limits.viewNameCharacters),
        filters: filters.nullish(),
        query: label(limits.queryCharacters).nullish(),
        order: recordOrder.nullish(),
        shared: z.boolean().default(false),
      })
      .meta({ id: 'CollectionViewPut' }),
    answer: view.extend({ workspace: workspaceReference }).meta({ id: 'CollectionViewWritten' }),
    errors: ['collection_not_found', 'view_not_found', 'operation_not_allowed', 'storage_full'],
    bodyLimitBytes: limits.viewBytes,
  }),
  'collections.delete_view': defineRoute('collections.delete_view', 'DELETE /collections/{name}/views/{id}', {
    operation: 'delete_view',
    summary: 'Delete a view',
    description: 'Your own, or a shared one as an admin.',
    policy: own,
    params: z.strictObject({ ...collectionParams.shape, id: pathText }),
    answer: z
      .object({ id: uuid, deleted: z.literal(true), workspace: workspaceReference })
      .meta({ id: 'CollectionViewDeleted' }),
    errors: ['collection_not_found', 'view_not_found', 'operation_not_allowed'],
  }),
} as const;
