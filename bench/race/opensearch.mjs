/**
 * OpenSearch with its k-NN plugin: hybrid search by BM25 and by this project's vectors as bytes, in one request.
 * One node with half a gigabyte of heap.
 */
import { builtinEmbedder } from '../../packages/resolver/dist/index.js';
import { figuresOf } from '../speed/service.mjs';
import { startOpenSearch, whyNoOpenSearch } from './opensearch-node.mjs';
import { vectorsOf } from './vectors.mjs';

const pageSize = 500;
const candidates = 50;
const vectorOf = Symbol('vector');
const index = 'items';

/** The competitor, or why it cannot run. */
export function openSearchCompetitor() {
  const reason = whyNoOpenSearch();
  return reason === undefined ? { name: 'OpenSearch hybrid', start: startNode } : reason;
}

async function startNode() {
  const node = await startOpenSearch();
  const method = { name: 'hnsw', engine: 'lucene', space_type: 'cosinesimil' };
  const vector = { type: 'knn_vector', dimension: builtinEmbedder.dimensions, data_type: 'byte', method };
  const properties = { id: { type: 'keyword' }, code: { type: 'keyword' }, words: { type: 'text' }, vector };
  // Without this, each result is read with its vector, which takes two thirds of the time.
  const _source = { includes: ['id', 'code'] };
  const settings = { 'index.knn': true, 'index.number_of_shards': 1, 'index.number_of_replicas': 0 };
  await call(node.url, 'PUT', '', JSON.stringify({ settings, mappings: { dynamic: false, _source, properties } }));
  let codeField = 'id';
  return {
    figures: () => figuresOf(node.pid),
    declare: (field) => {
      codeField = field;
    },
    prepare: async (records) => {
      const vectors = await vectorsOf(records);
      return records.map((record, at) => Object.assign(record, { [vectorOf]: bytesOf(vectors[at]) }));
    },
    import: (records) => importAll(node.url, records, codeField),
    ask: (text) => search(node.url, text),
    stop: node.stop,
  };
}

async function call(url, method, path, body) {
  const headers = { 'content-type': path === '' ? 'application/json' : 'application/x-ndjson' };
  const answer = await fetch(`${url}/${index}${path}`, { method, headers, body });
  if (!answer.ok) throw new Error(`OpenSearch refused ${path || 'the index'}: ${await answer.text()}`);
  return answer.json();
}

function linesOf(values) {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}

function bytesOf(vector) {
  return Array.from(vector, (value) => Math.round(value * 127));
}

async function importAll(url, records, codeField) {
  for (let sent = 0; sent < records.length; sent += pageSize) {
    const body = records.slice(sent, sent + pageSize).flatMap((record) => {
      const words = Object.values(record).join(' ');
      // Cosine similarity is not defined for a vector of zeros.
      const vector = record[vectorOf].some((value) => value !== 0) ? { vector: record[vectorOf] } : {};
      return [{ index: {} }, { id: String(record.id), code: String(record[codeField]), words, ...vector }];
    });
    const answer = await call(url, 'POST', '/_bulk', linesOf(body));
    if (answer.errors) throw new Error(`OpenSearch refused a record: ${JSON.stringify(answer.items[0])}`);
  }
  await call(url, 'POST', '/_refresh');
}

/** Adds the reciprocal ranks of both searches. An exact code is first. */
async function search(url, text) {
  const [vector] = await builtinEmbedder.embed([text]);
  const exact = { term: { code: { value: text, boost: 1_000 } } };
  const searches = [{ size: candidates, query: { bool: { should: [{ match: { words: text } }, exact] } } }];
  if (vector.some((value) => value !== 0)) {
    searches.push({ size: candidates, query: { knn: { vector: { vector: bytesOf(vector), k: candidates } } } });
  }
  const answer = await call(url, 'POST', '/_msearch', linesOf(searches.flatMap((each) => [{}, each])));
  const scores = new Map();
  for (const { hits } of answer.responses) {
    for (const [rank, { _source }] of hits.hits.entries()) {
      const first = _source.code === text ? 1 : 0;
      scores.set(_source.id, Math.max(scores.get(_source.id) ?? 0, first) + 1 / (61 + rank));
    }
  }
  const best = [...scores].sort(([, one], [, other]) => other - one);
  return best.slice(0, 10).map(([id]) => id);
}
