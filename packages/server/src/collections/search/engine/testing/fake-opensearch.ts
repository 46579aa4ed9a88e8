import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The members of a document that the fake reads. */
export interface FakeDocument {
  readonly id: string;
  readonly gone?: boolean;
  readonly mark: number;
  readonly length: number;
  readonly keys: readonly string[];
  readonly title_keys: readonly string[];
  readonly space?: string;
}

/** The members of a request's body that the fake reads. */
interface CallBody {
  readonly mappings?: { readonly _meta?: object };
  readonly size?: number;
  readonly query?: FakeQuery;
  readonly aggs?: { readonly counts?: { readonly filters: { readonly filters: readonly TermFilter[] } } };
}
/** A query. It has one of these members. */
interface FakeQuery {
  readonly bool?: Readonly<Partial<Record<'filter' | 'should' | 'must_not', readonly FakeQuery[]>>>;
  readonly term?: Readonly<Record<string, unknown>>;
  readonly terms?: Readonly<Record<string, readonly unknown[]>>;
  readonly range?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly exists?: { readonly field: string };
  readonly script_score?: { readonly query: FakeQuery };
  readonly match_all?: object;
}
interface TermFilter {
  readonly term: Readonly<Partial<Record<'keys' | 'title_keys', string>>>;
}

/** A line of a bulk request: what to store, or the document. */
interface BulkLine extends FakeDocument {
  readonly index: { readonly _id: string; readonly version: number };
}

/** A status and a body. */
export interface Reply {
  readonly status: number;
  readonly body: object;
}

/** A call to the fake. `parts` are the segments of its path. */
export interface FakeCall {
  readonly method: string;
  readonly parts: readonly string[];
  readonly body: CallBody & FakeDocument;
  /** The lines of a bulk request. */
  readonly lines: readonly BulkLine[];
}

/** An index of the fake: its documents by id, and what is in its mapping. */
export interface FakeIndex {
  meta: object | undefined;
  readonly createdMs: number;
  readonly documents: Map<string, { readonly version: number; readonly body: FakeDocument }>;
}

/** Sends a reply, or destroys, delays or changes it. */
export type Answering = (call: FakeCall, reply: Reply, response: ServerResponse) => void;

/** A server with the calls of OpenSearch that the service uses. A search finds all documents of its query, unordered. */
export interface FakeOpenSearch {
  readonly url: string;
  readonly indexes: Map<string, FakeIndex>;
  /** How replies are sent. A test replaces it to inject faults. */
  answer: Answering;
  stop(): Promise<void>;
}

const shards = { total: 3, successful: 3, skipped: 0, failed: 0 };
const missing: Reply = { status: 404, body: { error: { type: 'index_not_found_exception' }, found: false } };

/** Sends a reply as it is. */
export const sendReply: Answering = (_call, { status, body }, response) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/** Starts a fake without indexes. */
export async function startFakeOpenSearch(): Promise<FakeOpenSearch> {
  const indexes = new Map<string, FakeIndex>();
  const server = createServer(async (request, response) => {
    const call = await readCall(request);
    fake.answer(call, replyTo(indexes, call), response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const fake: FakeOpenSearch = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    indexes,
    answer: sendReply,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return fake;
}

async function readCall(request: IncomingMessage): Promise<FakeCall> {
  let text = '';
  for await (const part of request.setEncoding('utf8')) {
    text += part;
  }
  const parts = new URL(request.url ?? '', 'http://fake').pathname.split('/').slice(1).map(decodeURIComponent);
  const lines = text.split('\n').filter(Boolean);
  const isBulk = parts[1] === '_bulk';
  return {
    method: request.method ?? 'GET',
    parts,
    body: isBulk || text === '' ? {} : JSON.parse(text),
    lines: isBulk ? lines.map((line) => JSON.parse(line)) : [],
  };
}

function replyTo(indexes: FakeOpenSearch['indexes'], { method, parts, body, lines }: FakeCall): Reply {
  const [name = '', action] = parts;
  if (action === '_settings') {
    const isNamed = (each: string) => each.startsWith(name.replace('*', ''));
    const settings = [...indexes].filter(([each]) => isNamed(each)).map(([each, { createdMs }]) => [each, createdMs]);
    return ok(
      Object.fromEntries(settings.map(([each, at]) => [each, { settings: { index: { creation_date: String(at) } } }])),
    );
  }
  if (action === undefined && method === 'PUT' && !indexes.has(name)) {
    indexes.set(name, { meta: body.mappings?._meta, createdMs: Date.now(), documents: new Map() });
    return ok({ acknowledged: true });
  }
  const index = indexes.get(name);
  if (index === undefined) {
    return missing;
  }
  switch (action) {
    case undefined:
      return method === 'DELETE' ? ok({ acknowledged: indexes.delete(name) }) : { status: 400, body: {} };
    case '_mapping':
      return ok(method === 'GET' ? { [name]: { mappings: { _meta: index.meta } } } : { acknowledged: true });
    case '_doc':
      return method === 'GET' ? readDocument(index, String(parts[2])) : store(index, { id: String(parts[2]), body });
    case '_bulk':
      return ok({ items: storeAll(index, lines) });
    case '_refresh':
      return ok({ _shards: shards });
    default:
      return ok(found(index, body));
  }
}

function ok(body: object): Reply {
  return { status: 200, body };
}

function readDocument({ documents }: FakeIndex, id: string): Reply {
  const document = documents.get(id);
  return document === undefined ? missing : ok({ found: true, _source: document.body });
}

function store({ documents }: FakeIndex, { id, body }: { readonly id: string; readonly body: FakeDocument }): Reply {
  documents.set(id, { version: 0, body });
  return ok({ result: 'updated' });
}

/** Stores documents unless the stored version is newer. */
function storeAll({ documents }: FakeIndex, lines: readonly BulkLine[]): object[] {
  const items: object[] = [];
  for (let at = 0; at + 1 < lines.length; at += 2) {
    const [{ index }, body] = [lines[at] as BulkLine, lines[at + 1] as FakeDocument];
    if ((documents.get(index._id)?.version ?? 0) <= index.version) {
      documents.set(index._id, { version: index.version, body });
    }
    items.push({ index: { _id: index._id, status: 200 } });
  }
  return items;
}

/** The documents of a query, and the aggregations of the service over them. */
function found({ documents }: FakeIndex, { size = 10, query = {}, aggs = {} }: CallBody): object {
  const live = [...documents.values()].map(({ body }) => body).filter((body) => matches(body, query));
  const sum = (field: 'length' | 'mark') => live.reduce((total, body) => total + body[field], 0);
  const spaces = [...new Set(live.flatMap(({ space }) => space ?? []))];
  const countOf = ({ term: { keys, title_keys: titleKeys } }: TermFilter) =>
    live.filter((body) => (keys === undefined ? body.title_keys.includes(titleKeys ?? '') : body.keys.includes(keys)));
  const counts = aggs.counts?.filters.filters.map((filter) => ({ doc_count: countOf(filter).length }));
  return {
    timed_out: false,
    _shards: shards,
    hits: {
      total: { value: live.length, relation: 'eq' },
      hits: size === 0 ? [] : live.map((body) => ({ _source: body })),
    },
    aggregations: {
      length: { value: sum('length') },
      marks: { value: sum('mark') },
      spaces: {
        buckets: spaces.map((key) => ({ key, doc_count: live.filter(({ space }) => space === key).length })),
      },
      ...(counts && { counts: { buckets: counts } }),
    },
  };
}

function matches(body: FakeDocument, query: FakeQuery): boolean {
  const { bool, term, terms, range, exists, script_score: scored } = query;
  const valuesOf = (field: string) => [(body as unknown as Readonly<Record<string, unknown>>)[field] ?? []].flat();
  const every = <Value>(fields: Readonly<Record<string, Value>>, passes: (value: unknown, wanted: Value) => boolean) =>
    Object.entries(fields).every(([field, wanted]) => valuesOf(field).some((value) => passes(value, wanted)));
  if (bool !== undefined) {
    const { filter = [], should, must_not: excluded = [] } = bool;
    const isIn = (each: FakeQuery) => matches(body, each);
    return filter.every(isIn) && (should?.some(isIn) ?? true) && !excluded.some(isIn);
  }
  if (scored !== undefined) {
    return matches(body, scored.query);
  }
  if (exists !== undefined) {
    return valuesOf(exists.field).length > 0;
  }
  return term === undefined && terms === undefined && range === undefined
    ? query.match_all !== undefined
    : every(term ?? {}, (value, wanted) => value === wanted) &&
        every(terms ?? {}, (value, wanted) => wanted.includes(value)) &&
        every(range ?? {}, isWithin);
}

function isWithin(value: unknown, { gt, gte, lt, lte }: Readonly<Record<string, string>>): boolean {
  const text = String(value);
  return (
    !(gt !== undefined && text <= gt) &&
    !(gte !== undefined && text < gte) &&
    !(lt !== undefined && text >= lt) &&
    !(lte !== undefined && text > lte)
  );
}
