import { type Bitset, type CompiledFilter, CountedView, type LexicalView } from '@tessera/search-engine';
import { CollectionIndex } from './collection-index.js';
import type { Candidate, CandidatesWanted, IndexQuestions, IndexScope, IndexStatistics } from './index-questions.js';
import { type IndexOptions, type Scanned, SearchableIndex, type Wanted } from './search.js';
import { identifierKey } from './text/keys.js';
import { squeeze } from './text/words.js';
import { neighboursMin } from './vector-spaces.js';

/** Maximum records with an identifier that are read from the larger index. */
const recordsMax = 256;
/**
 * Maximum rounds of questions in a search. Usually there are two for its words, and one each for candidates, titles and
 * siblings.
 */
const roundsMax = 40;

/** A question about candidates. They are filtered in the same way as the query. */
type Unfiltered = Omit<CandidatesWanted, 'filter'>;
const nothing: Omit<Unfiltered, 'limit'> = { terms: [], vectors: new Map(), ids: [] };

/** The larger index, and the scope of its records that is searched. */
export interface QueriedIndex {
  readonly questions: IndexQuestions;
  readonly scope: IndexScope;
  readonly filter: CompiledFilter | undefined;
}

/** The counts and records that a query needs and the sample lacks. */
export interface Questions {
  readonly isCounted: boolean;
  readonly keys: readonly number[];
  readonly titleKeys: readonly number[];
  readonly wanted: readonly Unfiltered[];
}

/** The counts and candidates that answer questions. */
export interface Answers {
  readonly statistics?: IndexStatistics | undefined;
  readonly candidates: readonly { readonly wanted: Unfiltered; readonly found: readonly Candidate[] }[];
}

/** The result of a search, or the questions that must be answered first. */
export type Round<Result> = { readonly result: Result } | { readonly questions: Questions };

/**
 * Searches a sample until it reads nothing that the sample lacks. `round` passes answers to `SampleIndex.round`. Throws
 * after too many rounds.
 */
export async function answerQuestions<Result>(
  { questions: source, scope, filter }: QueriedIndex,
  round: (answers: Answers) => Promise<Round<Result>>,
): Promise<Result> {
  let answers: Answers = { candidates: [] };
  for (let rounds = 0; rounds < roundsMax; rounds += 1) {
    const outcome = await round(answers);
    if ('result' in outcome) {
      return outcome.result;
    }
    const { isCounted, keys, titleKeys, wanted } = outcome.questions;
    const [statistics, candidates] = await Promise.all([
      isCounted ? undefined : source.statistics(scope, keys, titleKeys),
      Promise.all(
        wanted.map(async (each) => ({ wanted: each, found: await source.candidates(scope, { ...each, filter }) })),
      ),
    ]);
    answers = { statistics, candidates };
  }
  throw new Error(`A search has asked ${roundsMax} times.`);
}

/**
 * Some records of a larger index, with the counts of all of its records. If a query has no open question, it ranks them
 * in the same way as the larger index. A question is about something that the query has read and that the sample lacks.
 */
export class SampleIndex extends SearchableIndex {
  private readonly records: CollectionIndex;
  private statistics: IndexStatistics | undefined;
  private readonly requested = new Set<string>();
  private wanted = new Map<string, Unfiltered>();
  private views: CountedView[] = [];

  constructor(options: IndexOptions) {
    super(options);
    this.records = new CollectionIndex(options);
  }

  get size(): number {
    return this.records.size;
  }

  get bytes(): number {
    return this.records.bytes;
  }

  get live(): Bitset {
    return this.records.live;
  }

  /** Adds answers and searches. Returns the questions that are left, or the result if there are none. */
  round<Result>({ statistics, candidates }: Answers, search: (index: SearchableIndex) => Result): Round<Result> {
    if (statistics !== undefined) {
      const { frequencies, titleFrequencies } = this.statistics ?? statistics;
      this.statistics = {
        ...statistics,
        frequencies: new Map([...frequencies, ...statistics.frequencies]),
        titleFrequencies: new Map([...titleFrequencies, ...statistics.titleFrequencies]),
      };
    }
    for (const { wanted, found } of candidates) {
      this.requested.add(nameOf(wanted));
      for (const candidate of found) {
        this.records.upsert(candidate);
      }
    }
    const result = search(this);
    const keys = new Set(this.views.flatMap(({ missing }) => [...missing.keys]));
    const titleKeys = new Set(this.views.flatMap(({ missing }) => [...missing.titleKeys]));
    // Keys without counts come first, because the candidates depend on them.
    const isCounted = this.statistics !== undefined && keys.size + titleKeys.size === 0;
    const wanted = isCounted ? [...this.wanted.values()] : [];
    this.views = [];
    this.wanted = new Map();
    return isCounted && wanted.length === 0
      ? { result }
      : { questions: { isCounted, keys: [...keys], titleKeys: [...titleKeys], wanted } };
  }

  recordsWith(identifier: string): string[] | undefined {
    const squeezed = squeeze(identifier);
    if (squeezed !== '') {
      this.want({ ...nothing, terms: [{ key: identifierKey(squeezed), weight: 1 }], limit: recordsMax });
    }
    return this.records.recordsWith(identifier);
  }

  slotOf(externalId: string): number | undefined {
    const slot = this.records.slotOf(externalId);
    if (slot === undefined) {
      this.want({ ...nothing, ids: [externalId], limit: 1 });
    }
    return slot;
  }

  externalIdOf(slot: number): string {
    return this.records.externalIdOf(slot);
  }

  viewOf(): LexicalView {
    const unknown = { records: 0, length: 0, frequencies: new Map(), titleFrequencies: new Map() };
    const view = new CountedView(this.records.lexical, this.statistics ?? unknown);
    this.views.push(view);
    return view;
  }

  candidates({ terms, ...wanted }: Wanted, scanned: Scanned) {
    const byKey = terms.map(({ term, weight }) => ({ key: this.records.lexical.keyOf(term), weight }));
    const limit = Math.max(neighboursMin, wanted.wanted);
    this.want({ ...nothing, terms: byKey, vectors: wanted.vectors, limit });
    const counts = this.statistics?.vectors ?? [];
    return this.records.candidates({ terms, ...wanted }, { ...scanned, counts });
  }

  slotsWith(term: number, scanned: Scanned, most: number): number[] {
    const frequency = scanned.view.frequency(term);
    if (frequency > 0 && frequency <= most) {
      const terms = [{ key: this.records.lexical.keyOf(term), weight: 1 }];
      this.want({ ...nothing, terms, limit: most });
    }
    return this.records.slotsWith(term, scanned, most);
  }

  fill(slots: Set<number>, mask: Bitset, limit: number): void {
    if (slots.size < limit) {
      this.want({ ...nothing, limit });
    }
    this.records.fill(slots, mask, limit);
  }

  private want(wanted: Unfiltered): void {
    const name = nameOf(wanted);
    if (!this.requested.has(name)) {
      this.wanted.set(name, wanted);
    }
  }
}

function nameOf({ terms, ids, vectors, limit }: Unfiltered): string {
  return JSON.stringify([terms, ids, [...vectors].map(([embedderId, vector]) => [embedderId, [...vector]]), limit]);
}
