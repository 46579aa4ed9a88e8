import { readFileSync } from 'node:fs';
import { limits } from '@tessera/contract';
import { z } from 'zod';
import { defaultDataFolder } from './installed-files.js';
import {
  baseUrl,
  flag,
  integer,
  isNameServer,
  isNetwork,
  isOrigin,
  listOf,
  operatorTokens,
  text,
  url,
} from './setting-values.js';
import { describeUnknownSettings, isInjected } from './unknown-settings.js';

/** One environment variable: its schema, which parses text, its purpose, and its documented default, by default that of the schema. */
interface SettingDefinition<Schema extends z.ZodType> {
  readonly schema: Schema;
  readonly description: string;
  readonly shownDefault: string;
}

function setting<Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  shownDefault = String(schema.parse(undefined) ?? '') || 'none',
): SettingDefinition<Schema> {
  return { schema, shownDefault, description };
}

/** All settings in the order of the README's table. An empty variable counts as unset. */
export const settingDefinitions = {
  SVC_PORT: setting(integer(0, 65_535).default(8080), 'Port to listen on; 0 takes any free port.'),
  SVC_HOST: setting(text.default('127.0.0.1'), 'Address to listen on.'),
  SVC_BASE_URL: setting(
    baseUrl.optional(),
    'Address that callers use. Ingest URLs and links in mails begin with it.',
    'http://<host>:<port>',
  ),
  SVC_DATABASE_URL: setting(
    url('postgres', 'postgresql').optional(),
    'PostgreSQL 15 or later; without it the service runs its own PostgreSQL on the data folder.',
    'embedded PostgreSQL',
  ),
  SVC_DATABASE_USER: setting(
    text.optional(),
    'Account that runs the embedded PostgreSQL if the service runs as root, as which PostgreSQL refuses to run.',
    'nobody',
  ),
  SVC_DATABASE_APP_URL: setting(
    url('postgres', 'postgresql').optional(),
    'The same database for requests, with a role that owns nothing; SVC_DATABASE_URL then migrates and signs people in.',
    'SVC_DATABASE_URL',
  ),
  SVC_DATABASE_POOL: setting(
    integer(2, 200).default(10),
    'Connections to PostgreSQL per process and role. /health uses one more.',
  ),
  SVC_STATEMENT_TIMEOUT_SECONDS: setting(
    integer(1, 86_400).default(limits.statementSecondsDefault),
    'Longest time that PostgreSQL works on one statement of a request.',
  ),
  SVC_IDLE_TRANSACTION_TIMEOUT_SECONDS: setting(
    integer(1, 86_400).default(limits.idleTransactionSecondsDefault),
    'Time after which PostgreSQL rolls back a transaction of a process that has stopped responding.',
  ),
  SVC_DATA_DIR: setting(
    // An absolute path, so that a start from another working directory uses the same data.
    text.default(defaultDataFolder),
    'Folder of the embedded database, the operator token, undelivered mail and search indexes; the default is in the checkout.',
    '.data',
  ),
  SVC_OPERATOR_TOKEN: setting(
    z
      .string()
      .regex(/^svc_op_[A-Za-z0-9_-]{43}$/, 'must be svc_op_ and 43 base64url characters')
      .optional(),
    'Credential of the operator routes; unset: kept in the data folder.',
    'generated at first start',
  ),
  SVC_OPERATOR_TOKENS: setting(
    operatorTokens,
    'Further operator tokens, one per line or comma: name:scopes:last day:hash, as svc-server generate-token prints. Scopes are metrics, domains, workspaces and all, joined by +.',
  ),
  SVC_SMTP_URL: setting(
    url('smtp', 'smtps').optional(),
    'Mail server, over TLS (smtps:// or STARTTLS) unless it is on this machine or the URL ends with ?requireTLS=false; without it mails are written under the data folder.',
    'write .eml files',
  ),
  SVC_MAIL_FROM: setting(
    text
      .regex(/^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, {
        error: 'must be an address such as tessera@example.com or Tessera <tessera@example.com>',
      })
      .default('Tessera <tessera@localhost>'),
    'Sender of mails.',
  ),
  SVC_MAGIC_LINK_BASE: setting(
    url('http', 'https')
      .transform((value) => value.replace(/\/+$/, ''))
      .optional(),
    'Base address of magic links.',
    'SVC_BASE_URL',
  ),
  SVC_OIDC_ISSUER: setting(
    url('http', 'https').optional(),
    'OpenID Connect provider for sign-in; register <SVC_BASE_URL>/sign-in/oidc/callback there.',
  ),
  SVC_OIDC_CLIENT_ID: setting(text.optional(), 'Client id at the provider.'),
  SVC_OIDC_CLIENT_SECRET: setting(text.optional(), 'Client secret at the provider.'),
  SVC_OIDC_NAME: setting(text.default('single sign-on'), 'What the sign-in page calls the provider.'),
  SVC_OIDC_EMAIL_CLAIM: setting(
    text.default('email'),
    'Claim that contains the email address, such as preferred_username or upn at Entra ID.',
  ),
  SVC_OIDC_TRUST_EMAIL: setting(
    flag.default('0'),
    '1 accepts addresses that this issuer does not report as verified. Only for a directory whose users cannot choose their address.',
  ),
  SVC_OIDC_GROUPS_CLAIM: setting(
    text.optional(),
    'Claim whose values decide about people, such as groups or roles; see the setting directory of a workspace.',
  ),
  SVC_SIGN_IN_CODES: setting(
    z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
    'off ends sign-in by mailed codes where a provider is set; svc-server admin-link still works.',
  ),
  SVC_SESSION_HOURS: setting(integer(1, 8_760).default(limits.sessionDays * 24), 'Lifetime of a new browser session.'),
  SVC_EMBEDDER: setting(
    z
      .string()
      .regex(/^(builtin|(openai|transformers):.+)$/, 'must be builtin, openai:<model> or transformers:<model>')
      .default('builtin'),
    'Computes embeddings: builtin, openai:<model> or transformers:<model>. Reindex collections after a change; old embeddings are used until then.',
  ),
  SVC_EMBED_URL: setting(
    url('http', 'https').optional(),
    'Base address of an OpenAI-compatible embeddings endpoint.',
    'https://api.openai.com/v1',
  ),
  SVC_EMBED_API_KEY: setting(text.optional(), 'Credential of that endpoint.'),
  SVC_EMBED_TIMEOUT_MS: setting(
    integer(100, 600_000).default(20_000),
    'Time limit of one call to the embedding provider.',
  ),
  SVC_EMBED_SWEEP_SECONDS: setting(integer(1, 86_400).default(60), 'Pause between sweeps that embed what is pending.'),
  SVC_EMBED_COST_PER_MTOK: setting(
    z.coerce.number({ error: 'must be a number' }).min(0, { error: 'must be at least 0' }).default(0),
    'Price of a million tokens in USD, for the estimate of a reindex.',
  ),
  SVC_INDEX_MEMORY_MB: setting(
    integer(16, 1_000_000).default(1_024),
    'Memory for search indexes. The least recently used indexes are evicted first.',
  ),
  SVC_WORKSPACE_STORAGE_MB: setting(
    integer(1, 100_000_000).default(10_240),
    'Storage limit of one workspace: all that it stores, with versions, vectors, logs and deleted collections.',
  ),
  SVC_READER_SEATS: setting(
    integer(0, 10_000_000).default(limits.readerSeatsDefault),
    'Member seats of a new workspace. PATCH /operator/workspaces/{id} sets reader_seats of an existing one.',
  ),
  SVC_MAILS_PER_HOUR: setting(
    integer(1, 1_000_000).default(limits.mailsPerHourDefault),
    'Invitations and magic links that one workspace can mail per hour. A new workspace starts with a quarter.',
  ),
  SVC_DAILY_WRITE_CAP: setting(
    integer(1, 1_000_000_000).default(limits.dailyWriteCapDefault),
    'Records that one credential can write per UTC day with upsert_records (POST /collections/{name}/records).',
  ),
  SVC_RELAY_CALLS_PER_MINUTE: setting(
    integer(1, 1_000_000).default(limits.relayCallsPerMinuteDefault),
    'Calls that one credential can make per sliding minute through /mcp/http.',
  ),
  SVC_CALLS_PER_MINUTE: setting(
    integer(1, 1_000_000_000).default(limits.callsPerMinuteDefault),
    'Calls of one credential that each process accepts over a sliding minute; most of /v1 has limits of its own.',
  ),
  SVC_INDEX_WAIT_SECONDS: setting(
    integer(0, 300).default(limits.indexWaitSecondsDefault),
    'How long a query in words waits for a search index that is being built. After that the database answers it by ids, codes and words, with a warning.',
  ),
  SVC_AUDIT_RETENTION_DAYS: setting(
    integer(1, 36_500).optional(),
    'Days after which audit entries are deleted.',
    'kept for ever',
  ),
  SVC_WEBHOOK_PRIVATE: setting(flag.default('0'), '1 allows webhooks at private addresses and over http.'),
  SVC_CORS_ORIGINS: setting(
    listOf(isOrigin, 'must be origins such as https://app.example.com', (origin) => origin.replace(/\/$/, '')),
    'Comma-separated origins that browsers may call from.',
    'off',
  ),
  SVC_TRUSTED_PROXIES: setting(
    listOf(isNetwork, 'must be addresses or networks such as 10.0.0.0/8'),
    'Comma-separated addresses of proxies whose X-Forwarded-For header is trusted. Limits then apply to each client address.',
  ),
  SVC_NAME_SERVERS: setting(
    listOf(isNameServer, 'must be addresses such as 10.0.0.2 or 10.0.0.2:5353'),
    'Comma-separated addresses of the name servers that look up hosts.',
    'those of the system',
  ),
  SVC_DEMO: setting(
    flag.optional(),
    'Whether a first start makes the sample workspace and prints its credentials.',
    '1 on an embedded database',
  ),
  SVC_SECURITY_CONTACT: setting(
    url('mailto', 'https').optional(),
    'Contact in /.well-known/security.txt, a mailto: or https:// address.',
  ),
  SVC_DRAIN_SECONDS: setting(
    integer(0, 3_600).default(0),
    'After SIGTERM, how long /readyz is false while connections are still accepted, so that load balancers notice.',
  ),
  SVC_LOG_LEVEL: setting(
    z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], {
        error: 'must be fatal, error, warn, info, debug or silent',
      })
      .optional(),
    'Least severe log line that is written.',
    'info; warn on a terminal',
  ),
} as const;

type Definitions = typeof settingDefinitions;

/** The validated settings, by variable name. */
export type Settings = { readonly [Name in keyof Definitions]: z.output<Definitions[Name]['schema']> };

/** An invalid setting; the message names the variable and its valid values. */
export class InvalidSettingError extends Error {}

/**
 * Reads all settings from environment variables. `NAME_FILE` names a file with the value of `NAME`, such as a mounted
 * secret. Throws `InvalidSettingError` for the first unknown or invalid one.
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const names = Object.keys(settingDefinitions);
  const unknown = describeUnknownSettings(environment, [...names, ...names.map(fileSetting)]);
  if (unknown !== undefined) {
    throw new InvalidSettingError(unknown);
  }
  const entries = Object.entries(settingDefinitions).map(([name, definition]) => {
    const result = definition.schema.safeParse(givenValue(environment, name));
    if (!result.success) {
      throw new InvalidSettingError(
        `${name} ${result.error.issues[0]?.message ?? 'is invalid'}: ${definition.description}`,
      );
    }
    return [name, result.data];
  });
  return Object.fromEntries(entries) as Settings;
}

function fileSetting(name: string): string {
  return `${name}_FILE`;
}

/** The trimmed value of a variable or of the file that it names; undefined if it is unset, empty or injected. */
function givenValue(environment: Readonly<Record<string, string | undefined>>, name: string): string | undefined {
  const value = environment[name]?.trim() || undefined;
  const given = value === undefined || isInjected(name, value) ? undefined : value;
  const file = environment[fileSetting(name)]?.trim();
  if (!file) {
    return given;
  }
  if (given !== undefined) {
    throw new InvalidSettingError(`${name} and ${fileSetting(name)} are both set: remove one of them`);
  }
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new InvalidSettingError(
      `${fileSetting(name)} cannot be read: ${error instanceof Error ? error.message : error}`,
    );
  }
  if (text === '') {
    throw new InvalidSettingError(
      `${fileSetting(name)} names ${file}, which is empty: write the value of ${name} to it`,
    );
  }
  return text;
}
