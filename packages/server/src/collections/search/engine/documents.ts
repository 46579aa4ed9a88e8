import { createHash } from 'node:crypto';
import { isJsonObject, parseJson } from '@tessera/json';
import { type Candidate, type Reading, recordTerms } from '@tessera/resolver';
import { decodeVector, encodeVector, type PackedTerms } from '@tessera/search-engine';
import type { ChangedRow } from '../index/index-queries.js';
import { cellsOf } from './cells.js';

// The documents that OpenSearch stores. `_source` contains what ranking reads; all other fields are only indexed.

/** The part of a document that searches return. */
export interface SourceFields {
  readonly id: string;
  readonly mark: number;
  readonly length: number;
  /** The keys as 64-bit floats, followed by the low bits of each entry, in base64. */
  readonly packed: string;
  /** The output of `encodeVector` in base64; absent without a vector. */
  readonly vector?: string;
  readonly embedder?: string;
}

/** The mapping of an index, without the fields of vectors, which `vectorMapping` adds. */
export const mapping = {
  dynamic: false,
  _source: { includes: ['id', 'mark', 'length', 'packed', 'vector', 'embedder', 'seen'] },
  properties: {
    id: { type: 'keyword' },
    mark: { type: 'long' },
    gone: { type: 'boolean' },
    length: { type: 'integer' },
    keys: { type: 'keyword', doc_values: false },
    title_keys: { type: 'keyword', doc_values: false },
    /** Each entry is its key times 64 plus the low bits, in ascending order. */
    entries: { type: 'long', index: false },
    cells: { type: 'keyword', doc_values: false },
    space: { type: 'keyword' },
    written_ms: { type: 'double' },
    written_us: { type: 'integer' },
  },
} as const;

/**
 * The settings of an index. Deleted records are kept as documents, so that an older write that arrives later is
 * refused.
 */
export const indexSettings = {
  'index.knn': true,
  'index.refresh_interval': '-1',
  'index.number_of_shards': 3,
} as const;

const entryRange = 64n;
/** The low bit of an entry that is set if the title contains the term. */
export const titleBit = 32;

/** Vectors of one embedder and length can be compared; they are one space. */
export interface Space {
  readonly embedderId: string;
  readonly dimensions: number;
}

/** The name of a space, which `spaceOf` reads. */
export function spaceName({ embedderId, dimensions }: Space): string {
  return `${dimensions} ${embedderId}`;
}

/** Reads the name of a space. */
export function spaceOf(name: string): Space {
  const at = name.indexOf(' ');
  return { dimensions: Number(name.slice(0, at)), embedderId: name.slice(at + 1) };
}

/** The field of the vectors of a space. */
export function vectorField(space: Space): string {
  return `vector_${hashOf(spaceName(space)).slice(0, 16)}`;
}

/** The mapping of a space's vectors. */
export function vectorMapping({ dimensions }: Space) {
  const method = { name: 'hnsw', engine: 'lucene', space_type: 'cosinesimil' };
  return { type: 'knn_vector', dimension: dimensions, data_type: 'byte', method };
}

/** A vector as bytes from -127 to 127, as OpenSearch stores it. */
export function vectorBytes(vector: Float32Array): number[] {
  return [...new Int8Array(encodeVector(vector).buffer, 0, vector.length)];
}

/** The id of a record's document, because a record's id can be longer than OpenSearch permits. */
export function documentId(externalId: string): string {
  return hashOf(externalId);
}

/** The document of a record. A deleted one has only its sequence number. */
export function documentOf(row: ChangedRow, reading: Reading): { body: Record<string, unknown>; space?: Space } {
  const { external_id: id, change_mark: mark } = row;
  if (row.gone) {
    return { body: { id, mark, gone: true } };
  }
  const terms = recordTerms(row.embed_text, [id, ...row.identifiers], reading);
  const attributes = row.attributes_json === null ? {} : parseJson(row.attributes_json);
  const keys = [...terms.keys];
  const body = {
    id,
    mark,
    gone: false,
    length: terms.length,
    packed: Buffer.concat([Buffer.from(terms.keys.buffer), terms.bits]).toString('base64'),
    keys: keys.map(keyName),
    title_keys: keys.filter((_, at) => (terms.bits[at] as number) >= titleBit).map(keyName),
    entries: keys.map((key, at) => String(BigInt(key) * entryRange + BigInt(terms.bits[at] as number))),
    cells: isJsonObject(attributes) ? cellsOf(attributes) : [],
    ...(Number.isFinite(row.written_ms) ? { written_ms: row.written_ms, written_us: row.written_us } : {}),
  };
  if (row.vector === null || row.vector_embedder === null) {
    return { body };
  }
  const vector = decodeVector(row.vector);
  const space = { embedderId: row.vector_embedder, dimensions: vector.length };
  const stored = Buffer.from(encodeVector(vector)).toString('base64');
  const isZero = vector.every((value) => value === 0);
  return {
    body: {
      ...body,
      vector: stored,
      embedder: row.vector_embedder,
      space: spaceName(space),
      ...(isZero ? {} : { [vectorField(space)]: vectorBytes(vector) }),
    },
    space,
  };
}

/** Reads a candidate from a document. */
export function candidateOf({ id, mark, length, packed, vector, embedder }: SourceFields): Candidate {
  return {
    externalId: id,
    changeMark: mark,
    terms: unpack(Buffer.from(packed, 'base64'), length),
    vector: vector === undefined ? null : decodeVector(Buffer.from(vector, 'base64')),
    embedderId: embedder ?? '',
  };
}

/** The keyword of a term key. */
export function keyName(key: number): string {
  return key.toString(36);
}

function unpack(bytes: Buffer, length: number): PackedTerms {
  const terms = bytes.length / 9;
  // Copied, because typed arrays require an alignment that the buffer may not have.
  const keys = new Float64Array(new Uint8Array(bytes.subarray(0, terms * 8)).buffer);
  return { keys, bits: new Uint8Array(bytes.subarray(terms * 8)), length };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
