import type { LexicalView } from '@tessera/search-engine';
import type { ScannedText } from '../text/chunks.js';
import type { Alternative } from './vocabulary.js';

/** Role of a part of a query: an identifier, other content, or a label, quantity or stop word. */
export type Role = 'identifier' | 'beside' | 'label';

/** The first position of a part of a query, and the one after it. */
export type Range = readonly [start: number, end: number];

/** An identifier that a query names. Without terms if no record has it. */
export interface NamedIdentifier {
  /** Terms of records with exactly this identifier, one for each way to compare it. */
  readonly whole: readonly number[];
  /** Those of them of records that have it as the whole value of a field. */
  readonly own: readonly number[];
  /** Terms of records with it as a part of a longer code, or as a value that is not in the form of an identifier. */
  readonly partial: readonly number[];
}

/** The quantities of a query. */
export interface Quantities {
  /** Positions of quantities and quantity words. */
  readonly counting: ReadonlySet<number>;
  /** Whether it is unclear which of two numbers is the quantity, and which the identifier. */
  readonly isOpen: boolean;
}

/** The identifiers of a query and the roles of its chunks. */
export interface NamedIdentifiers extends Quantities {
  readonly identifiers: NamedIdentifier[];
  readonly roles: Role[];
  /** Whether a number next to an identifier could be a part of it. */
  isOpen: boolean;
  /** Addresses and telephone numbers by their first chunk, with their end and their terms. */
  readonly written: Map<
    number,
    { readonly kind: 'code'; readonly end: number; readonly alternatives: readonly Alternative[] }
  >;
}

/** A folded query with its chunks, and the country of its telephone numbers (ISO 3166) if it is known. */
export interface IdentifierQuery extends ScannedText {
  readonly index: LexicalView;
  readonly phoneCountry?: string | undefined;
}
