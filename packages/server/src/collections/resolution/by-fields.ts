import type { FieldsFound, FieldsJudgement, SentField } from '@tessera/resolver';
import { judgeFields } from '@tessera/resolver';
import { type CompiledFilter, matchesFilter } from '@tessera/search-engine';
import type { OperationContext } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { mapWithPauses } from '../../platform/pauses.js';
import { type CollectionView, readableRecords } from '../access/view.js';
import { findInOrder, type RecordRow } from '../records/queries.js';
import type { IndexTarget } from '../search/index/followed-index.js';
import type { FieldsSearch } from '../search/index/index-messages.js';
import type { QueryDependencies } from '../search/operations.js';
import { mayAsk } from '../search/visible.js';
import { storedValues } from './sent-fields.js';

/** Records that each way of looking for one may find. */
const candidatesMax = 12;

/** A record to resolve by its fields. */
export interface FieldsEntry {
  readonly fields: readonly SentField[];
  readonly filter: CompiledFilter | undefined;
}

/** A record that can be the one, and how near its title is by meaning. */
export interface FieldsResult {
  readonly row: RecordRow;
  readonly relevance: number;
}

/** What is answered for a record that was resolved by its fields. */
export interface FieldsOutcome {
  readonly judgement: FieldsJudgement;
  /** Best first. */
  readonly results: readonly FieldsResult[];
}

/** Finds the records that each entry can be. Undefined if the index is not ready. */
export async function findCandidates(
  { embedders, indexes, outOfTurn }: QueryDependencies & Pick<OperationContext, 'outOfTurn'>,
  { target, view }: { readonly target: IndexTarget; readonly view: CollectionView },
  entries: readonly FieldsEntry[],
): Promise<FieldsFound[] | undefined> {
  if (entries.length === 0) {
    return [];
  }
  const titles = entries.map(({ fields }) =>
    textOf(
      fields.filter(({ isTitle }) => isTitle),
      ' ',
    ),
  );
  const texts = titles.filter((text) => text !== '');
  const embedderIds = indexes.embedderIds(target);
  const embed = () => embedders.embedQueries(texts, embedderIds);
  const vectors = await (embedders.areInstant(embedderIds) ? embed() : outOfTurn(embed));
  const made = vectors.values();
  const queries = entries.map<FieldsSearch>(({ fields, filter }, at) => {
    const text = titles[at] as string;
    const title = text === '' ? null : { text, vectors: made.next().value ?? new Map() };
    return { ...lookedFor(fields, text), title, slice: view.readSlice?.compiled ?? null, filter, limit: candidatesMax };
  });
  return indexes.findByFields(target, queries);
}

/** A record is found by all of its words together, and by each address and telephone number alone. */
function lookedFor(
  fields: readonly SentField[],
  title: string,
): Pick<FieldsSearch, 'texts' | 'identifiers' | 'values'> {
  const valuesOf = (kinds: readonly SentField['kind'][]) =>
    fields.filter(({ kind }) => kinds.includes(kind)).flatMap(({ value }) => value.texts);
  const all = textOf(
    fields.filter(({ kind }) => kind !== 'identifier'),
    '\n',
  );
  return {
    texts: [...new Set([all, ...valuesOf(['email', 'phone'])])].filter((text) => text !== '' && text !== title),
    identifiers: valuesOf(['identifier']),
    values: fields.map(({ value }) => value.texts[0] ?? ''),
  };
}

/** In an order that does not depend on that of the fields. */
function textOf(fields: readonly SentField[], separator: string): string {
  const ordered = [...fields].sort((one, other) => (one.field < other.field ? -1 : 1));
  return ordered.flatMap(({ value }) => value.texts).join(separator);
}

/** Compares entries with the records that were found for them, as the transaction sees these. */
export async function compareCandidates(
  transaction: Transaction,
  view: CollectionView,
  found: readonly { readonly entry: FieldsEntry; readonly found: FieldsFound }[],
): Promise<FieldsOutcome[]> {
  const ids = [...new Set(found.flatMap((each) => each.found.ids))];
  const rows = ids.length === 0 ? [] : await findInOrder(transaction, readableRecords(view), ids);
  const byId = new Map(rows.map((row) => [row.external_id, row]));
  return mapWithPauses(found, ({ entry: { fields, filter }, found: { ids, ...evidence } }) => {
    const candidates = ids.flatMap((id) => {
      const row = byId.get(id);
      const isPassing = row !== undefined && (filter === undefined || matchesFilter(filter, row.attributes));
      return isPassing ? [{ externalId: id, values: storedValues(fields, row, view) }] : [];
    });
    const judgement = judgeFields(fields, candidates, seesAllSearched(view) ? evidence : null);
    const cosines = new Map(evidence.titles.map(({ externalId, cosine }) => [externalId, cosine ?? 0]));
    const results = judgement.ids.map((id) => ({
      row: byId.get(id) as RecordRow,
      relevance: judgement.isIdentified ? 1 : (cosines.get(id) ?? 0),
    }));
    return { judgement, results };
  });
}

/** Whether the index says nothing of fields that a caller may not see: else its figures do not count. */
function seesAllSearched(view: CollectionView): boolean {
  const { embed_fields, exposed_fields, id_match_fields } = view.config;
  const isEachSeen = (fields: readonly string[]) => fields.every((field) => mayAsk(field, view));
  return (
    view.level === 'manage' ||
    exposed_fields === null ||
    (embed_fields !== null && isEachSeen([...embed_fields, ...id_match_fields]))
  );
}
