import { type FieldsFound, type FieldsJudgement, judgeFields, type SentField } from '@tessera/resolver';
import type { QueryVectors } from '../../search-runtime/embedding/embedders.js';
import { type CollectionView, mayQuery } from '../access/view.js';
import { type Aliases, repeatedIds } from '../aliases/aliases.js';
import type { RecordContent } from '../records/queries.js';
import { storedValues } from '../records/sent-fields.js';
import type { FieldsSearch, IndexSelection } from './index/index-messages.js';
import { strictly } from './strictness.js';

/** Maximum records that each kind of search returns. */
export const candidatesMax = 12;

/** A candidate, with the similarity of its title's meaning. */
export interface FieldsResult {
  readonly row: RecordContent;
  readonly relevance: number;
}

/** The outcome of resolving a record by its fields. */
export interface FieldsOutcome {
  readonly judgement: FieldsJudgement;
  /** Best first; candidates that agree in nothing that distinguishes records come last. */
  readonly results: readonly FieldsResult[];
}

/** The title of a record to resolve; empty without one. */
export function titleOf(fields: readonly SentField[]): string {
  return textOf(
    fields.filter(({ isTitle }) => isTitle),
    ' ',
  );
}

/** The index search for records that the given fields may describe. `vectors` are the vectors of the title. */
export function fieldsSearch(
  fields: readonly SentField[],
  vectors: ReadonlyMap<string, QueryVectors>,
): Omit<FieldsSearch, keyof IndexSelection> {
  const text = titleOf(fields);
  const title = text === '' ? null : { text, vectors: vectors.get(text) ?? new Map() };
  return { ...searchedValues(fields, text), title, limit: candidatesMax };
}

/** The values of identifiers. */
export function identifiersOf(fields: readonly SentField[]): string[] {
  return valuesOf(fields, ['identifier']);
}

function valuesOf(fields: readonly SentField[], kinds: readonly SentField['kind'][]): string[] {
  return fields.filter(({ kind }) => kinds.includes(kind)).flatMap(({ value }) => value.texts);
}

/** All words are searched together; each address and telephone number is searched separately. */
function searchedValues(
  fields: readonly SentField[],
  title: string,
): Pick<FieldsSearch, 'texts' | 'identifiers' | 'values'> {
  const all = textOf(
    fields.filter(({ kind }) => kind !== 'identifier'),
    '\n',
  );
  return {
    texts: [...new Set([all, ...valuesOf(fields, ['email', 'phone'])])].filter((text) => text !== '' && text !== title),
    identifiers: identifiersOf(fields),
    values: fields.map(({ value }) => value.texts[0] ?? ''),
  };
}

/** The values as one text. Sorted, so that it does not depend on the order of the fields. */
function textOf(fields: readonly SentField[], separator: string): string {
  const ordered = [...fields].sort((one, other) => (one.field < other.field ? -1 : 1));
  return ordered.flatMap(({ value }) => value.texts).join(separator);
}

/** A record to resolve, and the candidates. */
interface Compared {
  readonly sentFields: readonly SentField[];
  readonly rows: readonly RecordContent[];
}

/** Compares the sent fields with those of each candidate. */
export function compareCandidates(
  view: CollectionView,
  { sentFields, rows }: Compared,
  found: FieldsFound | undefined,
): FieldsOutcome {
  const candidates = rows.map((row) => ({ externalId: row.external_id, values: storedValues(sentFields, row, view) }));
  const evidence = found !== undefined && seesAllSearched(view) ? found : null;
  const judgement = strictly(judgeFields(sentFields, candidates, evidence), view);
  const byId = new Map(rows.map((row) => [row.external_id, row]));
  const cosines = new Map(found?.titles.map(({ externalId, cosine }) => [externalId, cosine ?? 0]));
  const results = [...new Set([...judgement.ids, ...byId.keys()])].map((id) => ({
    row: byId.get(id) as RecordContent,
    relevance: judgement.isIdentified ? 1 : (cosines.get(id) ?? 0),
  }));
  return { judgement, results };
}

/** An outcome with each kept record instead of its aliases, which are not its rivals. `without` compares without some. */
export function onceEach(
  outcome: FieldsOutcome,
  { aliases, shownFor }: { readonly aliases: Aliases; readonly shownFor: (id: string) => RecordContent | undefined },
  without: (repeated: readonly string[]) => FieldsOutcome,
): FieldsOutcome {
  if (aliases.size === 0) {
    return outcome;
  }
  const repeated = repeatedIds(
    aliases,
    outcome.results.map(({ row }) => row.external_id),
  );
  const { judgement, results } = repeated.length === 0 ? outcome : without(repeated);
  const shown = results.map((each) => ({
    ...each,
    row: shownFor(each.row.external_id) ?? each.row,
    of: each.row.external_id,
  }));
  const idOf = new Map(shown.map(({ row, of }) => [row.external_id, of]));
  return {
    results: shown,
    judgement: {
      ...judgement,
      ids: judgement.ids.map((id) => shownFor(id)?.external_id ?? id),
      fieldsOf: (id) => judgement.fieldsOf(idOf.get(id) ?? id),
    },
  };
}

/**
 * Compares the sent fields with those of records that the database found while the index is being built. The verdict is
 * `high` only for an identifier, because a record with a similar title may be missing.
 */
export function compareUnindexed(view: CollectionView, compared: Compared): FieldsOutcome {
  const { judgement, results } = compareCandidates(view, compared, undefined);
  const isLow = judgement.verdict === 'high' && !judgement.isIdentified;
  const reasons = ['The search index is being built: only ids, codes and whole words were compared.'];
  return { judgement: isLow ? { ...judgement, verdict: 'low', reasons } : judgement, results };
}

/** Whether the caller sees every field that the index contains. If not, its frequencies would reveal hidden values. */
function seesAllSearched(view: CollectionView): boolean {
  const { embed_fields, exposed_fields, id_match_fields } = view.config;
  const isEachSeen = (fields: readonly string[]) => fields.every((field) => mayQuery(field, view));
  return (
    view.level === 'manage' ||
    exposed_fields === null ||
    (embed_fields !== null && isEachSeen([...embed_fields, ...id_match_fields]))
  );
}
