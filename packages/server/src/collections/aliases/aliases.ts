import type { FieldsFound, SearchResult } from '@tessera/resolver';
import { preparedVariant, type Transaction } from '../../platform/database/database.js';
import { type CollectionView, readableRecords } from '../access/view.js';
import { selectionSql } from '../records/queries.js';

/** The record that queries return instead of each alias. */
export type Aliases = ReadonlyMap<string, string>;

const none: Aliases = new Map();
/** How many decisions are followed from one record to the next. */
const stepsMax = 5;

/** Finds the aliases among records, and those of the records. The caller sees both records of each. */
export async function findAliases(
  transaction: Transaction,
  view: CollectionView,
  externalIds: readonly string[],
): Promise<Aliases> {
  if (!view.collection.aliased) {
    return none;
  }
  const { text, values } = selectionSql(transaction, readableRecords(view));
  const ids = `any($${values.length + 1}::text[])`;
  const aliases = new Map<string, string>();
  let next = [...externalIds];
  for (let step = 0; step < stepsMax && next.length > 0; step += 1) {
    const rows = await transaction.query<{ alias: string; keep: string }>(
      preparedVariant(`select case when m.keep = m.one then m.other else m.one end as alias, m.keep from record_matches m
       where m.workspace_id = $1 and m.collection_id = $2 and m.decision = 'same' and (m.one = ${ids} or m.other = ${ids})
         and (select count(*) from records r where ${text} and r.external_id in (m.one, m.other)) = 2
       order by m.decided_at, m.id`),
      [...values, next],
    );
    next = rows.flatMap(({ alias, keep }) => (aliases.get(alias) === keep ? [] : [alias, keep]));
    for (const { alias, keep } of rows) {
      aliases.set(alias, keep);
    }
  }
  return aliases;
}

/** The record that queries return for a record. */
export function keptOf(aliases: Aliases, externalId: string): string {
  let kept = externalId;
  for (let step = 0; step < stepsMax; step += 1) {
    kept = aliases.get(kept) ?? kept;
  }
  return kept;
}

/** The aliases of a record, in the form of results. */
export function alsoOf(aliases: Aliases | undefined, externalId: string): { also?: string[] } {
  const also = [...(aliases?.keys() ?? [])].filter(
    (id) => id !== externalId && keptOf(aliases ?? none, id) === externalId,
  );
  return also.length === 0 ? {} : { also: also.sort() };
}

/** Those of the ids, best first, whose kept record a better one has too. */
export function repeatedIds(aliases: Aliases, externalIds: readonly string[]): string[] {
  const seen = new Map<string, string>();
  return externalIds.filter((id) => {
    const first = seen.get(keptOf(aliases, id)) ?? id;
    seen.set(keptOf(aliases, id), first);
    return first !== id;
  });
}

/** A search result with other ids. */
export function renamedResult(result: SearchResult, rename: (id: string) => string): SearchResult {
  const hits = result.hits.map((hit) => ({ ...hit, externalId: rename(hit.externalId) }));
  return { ...result, hits, rivals: result.rivals.map(rename) };
}

/** Ids that a search found, best first. */
export function foundIds(result: SearchResult | FieldsFound): string[] {
  return 'hits' in result ? [...result.hits.map(({ externalId }) => externalId), ...result.rivals] : [...result.ids];
}
