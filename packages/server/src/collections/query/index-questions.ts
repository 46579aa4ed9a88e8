import type { CompiledFilter, SearchResult } from '@tessera/resolver';

/** What to look for, and among which records. */
export interface SearchQuestion {
  readonly text: string;
  /** Each embedder's vector of the text, by the embedder's id. */
  readonly vectors: ReadonlyMap<string, Float32Array>;
  readonly filter?: CompiledFilter | undefined;
  readonly limit: number;
}

/** Which records to list, newest first, and how many. */
export interface NewestQuestion {
  readonly filter: CompiledFilter | undefined;
  readonly limit: number;
}

/** Which records to list by id: those after an id, or from the first one on for null. */
export interface PageQuestion {
  readonly after: string | null;
  readonly limit: number;
}

/** A page of ids in order, and how many records there are in all. */
export interface IdPage {
  readonly ids: readonly string[];
  readonly records: number;
}

/** What all records look like from afar. */
export interface Survey {
  readonly records: number;
  /** How many of them await their embedding, and how many have been given up. */
  readonly pendingEmbed: number;
  readonly failedEmbed: number;
  /** When the last change was, in milliseconds; null without records. */
  readonly changedMs: number | null;
  /** Ids of the newest ones, as many as were asked for. */
  readonly newest: readonly string[];
}

/** How a list of ids compares with the records there are. */
export interface Comparison {
  /** Ids of records that the list lacks, in order. */
  readonly absent: readonly string[];
  /** How many of the list are records. */
  readonly known: number;
}

/** Which records may have an identifier; undefined where the index cannot tell. */
export type Holders = readonly string[] | undefined;

/** What can be asked of an index, and what it answers. */
export interface IndexQuestions {
  readonly search: { readonly question: SearchQuestion; readonly answer: SearchResult };
  readonly newest: { readonly question: NewestQuestion; readonly answer: readonly string[] };
  readonly page: { readonly question: PageQuestion; readonly answer: IdPage };
  readonly survey: { readonly question: { readonly newest: number }; readonly answer: Survey };
  readonly holders: { readonly question: { readonly identifier: string }; readonly answer: Holders };
  readonly compare: { readonly question: { readonly ids: readonly string[] }; readonly answer: Comparison };
}

/** A kind of question. */
export type Asks = keyof IndexQuestions;
/** A question of a kind. */
export type QuestionOf<Kind extends Asks> = IndexQuestions[Kind]['question'];
/** The answer to a question of a kind. */
export type AnswerOf<Kind extends Asks> = IndexQuestions[Kind]['answer'];

/** A question with its kind. */
export type Asked<Kind extends Asks = Asks> = {
  readonly [Each in Kind]: { readonly asks: Each; readonly question: QuestionOf<Each> };
}[Kind];

/** Whatever answers all questions. */
export type Answering = { readonly [Kind in Asks]: (question: QuestionOf<Kind>) => AnswerOf<Kind> };
