import type { CallAnswer, CallRequest } from '@tessera/client';
import { type Condition, conditionsIn, conditionsOf, conditionsText, filterOf } from './conditions.js';

/** A view that someone has saved on the service. */
export type SavedView = CallAnswer<'collections.list_views'>['views'][number];

/** What a list of records shows, as in the address of the page. */
interface Shows {
  readonly filter?: string | undefined;
  readonly order?: string | undefined;
  readonly find?: string | undefined;
}

/** The address of a view; undefined if the page cannot show its filter. */
export function showsOf({ filters, order, query }: Pick<SavedView, 'filters' | 'order' | 'query'>): Shows | undefined {
  const conditions: Condition[] | undefined = filters === null ? [] : conditionsOf(filters);
  return conditions === undefined
    ? undefined
    : { filter: conditionsText(conditions), order: order ?? undefined, find: query ?? undefined };
}

/** The content of a view that keeps what a list shows. */
export function contentOf(
  { filter, order, find }: Shows,
  types: Readonly<Record<string, string>>,
): Pick<CallRequest<'collections.put_view'>['body'], 'filters' | 'order' | 'query'> {
  const query = find?.trim();
  return {
    filters: filterOf(conditionsIn(filter), types) ?? null,
    order: order ?? null,
    query: query === undefined || query === '' ? null : query,
  };
}

/** A random id. `crypto.randomUUID` exists on pages over HTTPS only. */
export function newViewId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
