import { explainIssue, limits, reconciliationQuery } from '@tessera/contract';
import { isJsonObject, type JsonObject, type JsonValue, ownValue, parseJson } from '@tessera/json';
import { errors, ServiceError } from '../../platform/errors.js';

/** A valid query of a batch. */
export interface ReconciliationQuery {
  readonly key: string;
  readonly text: string;
  /** Values by field; empty without properties. */
  readonly properties: ReadonlyMap<string, JsonValue>;
  readonly limit: number;
}

/** An invalid query of a batch, with the reason. */
export interface RefusedQuery {
  readonly key: string;
  readonly error: string;
}

/** Parses a query batch. Throws `invalid_request` if it is invalid, and `payload_too_large` for too many queries. */
export function readQueries(text: string): (ReconciliationQuery | RefusedQuery)[] {
  const batch = Object.entries(readJson(text, 'queries'));
  const most = limits.reconciliationQueriesPerCall;
  if (batch.length > most) {
    const message = `One batch takes at most ${most} queries, which the manifest says as batchSize: send more batches.`;
    throw new ServiceError('payload_too_large', message);
  }
  return batch.map(([key, sent]) => readQuery(key, sent));
}

/** Parses the JSON object of a form field. Throws `invalid_request`. */
export function readJson(text: string, path: string): JsonObject {
  let value: JsonValue | undefined;
  try {
    value = parseJson(text);
  } catch {
    // The error is thrown below.
  }
  if (!isJsonObject(value)) {
    throw errors.invalidRequest([{ path, message: 'must be a JSON object' }]);
  }
  return value;
}

function readQuery(key: string, sent: JsonValue): ReconciliationQuery | RefusedQuery {
  const { data, error } = reconciliationQuery.safeParse(sent, { error: explainIssue });
  if (error !== undefined) {
    const [issue] = error.issues;
    return { key, error: `${issue?.path.join('.') || 'The query'} ${issue?.message}.` };
  }
  const text = (data.query ?? '').trim();
  const properties = new Map<string, JsonValue>();
  for (const property of isJsonObject(sent) ? sentProperties(sent) : []) {
    const before = properties.get(property.pid);
    properties.set(property.pid, before === undefined ? property.v : [before, property.v].flat());
  }
  if (text === '' && properties.size === 0) {
    return { key, error: 'The query needs `query` or `properties`.' };
  }
  return { key, text, properties, limit: limitOf(data.limit) };
}

/** Reads properties as sent, because a schema would drop a key named `__proto__`. */
function sentProperties(sent: JsonObject): { readonly pid: string; readonly v: JsonValue }[] {
  const list = ownValue(sent, 'properties');
  return (Array.isArray(list) ? list : []).flatMap((each) => {
    const pid = isJsonObject(each) ? ownValue(each, 'pid') : undefined;
    const v = isJsonObject(each) ? ownValue(each, 'v') : undefined;
    return typeof pid === 'string' && v !== undefined && v !== null ? [{ pid, v }] : [];
  });
}

function limitOf(sent: number | null | undefined): number {
  const isUsable = typeof sent === 'number' && sent >= 1;
  return isUsable ? Math.min(Math.floor(sent), limits.reconciliationCandidatesMax) : limits.reconciliationCandidates;
}
