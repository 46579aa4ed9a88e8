import { createHash } from 'node:crypto';
import { type OperationId, type RouteDefinition, routes } from '@tessera/contract';
import type { TestRequest, TestService } from '../../../testing/service.js';

/** The input of an example: path parameters, query and body. */
export interface Sent {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The bytes sent for a body that is a file. */
  readonly file?: Uint8Array;
}

/** A recorded example with its response. */
export interface Recorded extends Sent {
  readonly answer: unknown;
}

/** The credential and headers of a request. */
export type Caller = Pick<TestRequest, 'token' | 'workspace' | 'headers'>;

/** Makes a call, records it as the example of its operation, and returns the response body. */
export type RecordCall = (
  operation: OperationId,
  caller: Caller,
  sent?: Sent,
) => Promise<ReturnType<typeof JSON.parse>>;

/** The state that the sections of the example run share. */
export interface ExampleSetting {
  readonly service: TestService;
  readonly record: RecordCall;
  /** An admin's pinned token. */
  readonly agent: Caller;
  /** An API key with all capabilities. */
  readonly backend: Caller;
  /** An admin's personal token, with the workspace header. */
  readonly admin: Caller;
  readonly adminEmail: string;
}

/** Calls operations of a running service, and records each call with its response. */
export function exampleRecorder(service: TestService): {
  readonly record: RecordCall;
  readonly recorded: Map<OperationId, Recorded>;
} {
  const recorded = new Map<OperationId, Recorded>();
  const record: RecordCall = async (operation, caller, { file, ...sent } = {}) => {
    const { method, path: template, headers: inHeaders = [] } = routes[operation] as RouteDefinition;
    const query = Object.entries(sent.query ?? {});
    const address = new URLSearchParams(query.filter(([name]) => !inHeaders.includes(name)));
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) => sent.params?.[name] ?? '');
    const answer = await service.call(method, `${path}${address.size > 0 ? `?${address}` : ''}`, {
      ...caller,
      ...(sent.body === undefined ? {} : { body: file ?? sent.body }),
      headers: {
        'x-request-id': 'an-id-of-yours',
        ...caller.headers,
        ...Object.fromEntries(query.filter(([name]) => inHeaders.includes(name))),
      },
    });
    if (answer.status !== 200) {
      throw new Error(`${operation} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    }
    // Only the first call of an operation is its example; later ones are setup.
    if (!recorded.has(operation)) {
      const isArchive = answer.headers.get('content-type') === 'application/gzip';
      recorded.set(operation, { ...sent, answer: isArchive ? 'The bytes of the archive' : answer.body });
    }
    return answer.body;
  };
  return { record, recorded };
}

/** Patterns of values that differ in each run. Each has a function that derives a stable value from a digest. */
const changing: readonly [RegExp, (digest: string) => string][] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, asUuid],
  [/\b[0-9a-f]{40}\b/g, (digest) => digest.slice(0, 40)],
  [/(?<=svc_(?:ak|tk|pt|op|sc)_)[\w-]{43}/g, (digest) => Buffer.from(digest, 'hex').toString('base64url').slice(0, 43)],
  // This pattern must precede the next one, which would match part of this secret.
  [/(?<=whsec_)[\w+/]{43}=/g, (digest) => Buffer.from(digest, 'hex').toString('base64').slice(0, 44)],
  [
    /(?<![\w-])(?!svc_|whsec_)[\w-]{43}(?![\w-])/g,
    (digest) => Buffer.from(digest, 'hex').toString('base64url').slice(0, 43),
  ],
  // A cursor may contain a time, which differs in each run.
  [/(?<="next_cursor":")[\w-]+(?=")/g, (digest) => Buffer.from(digest, 'hex').toString('base64url')],
  // The position in the change feed contains a key that differs in each run.
  [/(?<="next":")[\w-]{44,}(?=")/g, (digest) => Buffer.from(digest, 'hex').toString('base64url')],
  [/(?<=svc_(?:ak|tk|pt|op|sc)_…)[\w-]{4}/g, (digest) => digest.slice(0, 4)],
  [/\b[B-Z]{4}-[B-Z]{4}\b/g, (digest) => digest.replace(/\d/g, '').slice(0, 8).replace(/.{4}/, '$&-').toUpperCase()],
  // Relevances change with every improvement of ranking.
  [/(?<="relevance":)0\.\d+/g, () => '0.8'],
  [/(?<="duration_ms":)[\d.]+/g, () => '4.2'],
  [/(?<="date":")[\d-]{10}/g, () => '2026-01-31'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(?:\d{3})?Z/g, () => '2026-01-31T10:00:00.000Z'],
];

function asUuid(digest: string): string {
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-4${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
}

/** Serializes the example run, with stable values for ids, secrets and times. */
export function stable(recorded: ReadonlyMap<OperationId, Recorded>): string {
  const names = new Map<string, string>();
  const stableLine = (text: string): string =>
    changing.reduce(
      (line, [pattern, make]) =>
        line.replace(pattern, (found) => {
          const known = names.get(found) ?? make(createHash('sha256').update(`example ${names.size}`).digest('hex'));
          names.set(found, known);
          return known;
        }),
      text,
    );
  return [...recorded]
    .map(([operation, example]) => `  ${stableLine(JSON.stringify([operation, example]))},`)
    .join('\n');
}
