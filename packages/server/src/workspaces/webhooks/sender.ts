import { limits } from '@tessera/contract';
import { Webhook } from 'standardwebhooks';
import { errors } from '../../platform/errors.js';
import { createHostLookup } from '../../platform/outgoing/host-lookup.js';
import { mayBePublic } from '../../platform/outgoing/public-address.js';
import { createPublicFetch } from '../../platform/outgoing/public-fetch.js';
import type { Settings } from '../../platform/settings.js';
import type { AttemptOutcome, ClaimedDelivery } from './claims.js';

const secretPrefix = 'whsec_';
const errorCharacters = 300;

/** Sends deliveries to their receivers. */
export interface WebhookSender {
  /**
   * Makes one attempt. Returns undefined if `signal` aborted it; even then, the receiver may have processed the event.
   */
  send(delivery: ClaimedDelivery, signal?: AbortSignal): Promise<AttemptOutcome | undefined>;
  close(): Promise<void>;
}

/** A new signing secret in the format of `standardwebhooks`. */
export function newSigningSecret(random: (size: number) => Buffer): string {
  return secretPrefix + random(32).toString('base64');
}

/** Normalises a URL. Throws `invalid_url` for a URL to which webhooks must not be sent. */
export function readWebhookUrl(text: string, { SVC_WEBHOOK_PRIVATE }: Pick<Settings, 'SVC_WEBHOOK_PRIVATE'>): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw errors.invalidUrl('must be an address such as https://example.com/hook');
  }
  if (url.username !== '' || url.password !== '') {
    throw errors.invalidUrl('must not contain a user name or password');
  }
  if (SVC_WEBHOOK_PRIVATE === '1') {
    return url.href;
  }
  if (url.protocol !== 'https:') {
    throw errors.invalidUrl('must begin with https://');
  }
  if (!mayBePublic(url.hostname)) {
    throw errors.invalidUrl(`must be at a public address, which ${url.hostname} is not`);
  }
  return url.href;
}

/** Creates the sender. Each attempt has its own time limit and follows no redirect. */
export function createWebhookSender(
  settings: Pick<Settings, 'SVC_WEBHOOK_PRIVATE' | 'SVC_NAME_SERVERS'>,
  { timeoutMs = limits.webhookTimeoutSeconds * 1_000, fetch }: WebhookSenderOptions = {},
): WebhookSender {
  const client = createPublicFetch({
    lookup: createHostLookup({ nameServers: settings.SVC_NAME_SERVERS }),
    allowsPrivate: settings.SVC_WEBHOOK_PRIVATE === '1',
  });
  const post = fetch ?? client.fetch;
  return {
    send: async (delivery, signal) => {
      const timeout = AbortSignal.timeout(timeoutMs);
      try {
        // Checked again, because the setting may have changed since the webhook was created.
        readWebhookUrl(delivery.url, settings);
        const response = await post(delivery.url, {
          method: 'POST',
          headers: headersOf(delivery),
          body: delivery.body,
          signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
        });
        // Ignore the body; it could be endless.
        await response.body?.cancel();
        return outcomeOf(response);
      } catch (error) {
        if (signal?.aborted) {
          return undefined;
        }
        const reason = timeout.aborted ? `no answer within ${timeoutMs / 1_000} s` : reasonOf(error);
        return { isDelivered: false, responseStatus: null, error: reason.slice(0, errorCharacters) };
      }
    },
    close: () => client.close(),
  };
}

/** Overrides of the defaults for tests. */
export interface WebhookSenderOptions {
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
}

function headersOf({ id, secrets, body }: ClaimedDelivery): Record<string, string> {
  const at = new Date();
  return {
    'content-type': 'application/json',
    'user-agent': 'Tessera-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}

function outcomeOf({ ok, status, headers }: Response): AttemptOutcome {
  const target = status >= 300 && status < 400 ? headers.get('location') : null;
  const problem = target === null ? `the receiver answered ${status}` : `redirects are not followed: to ${target}`;
  return { isDelivered: ok, responseStatus: status, error: ok ? null : problem.slice(0, errorCharacters) };
}

/** The innermost error says why a connection failed. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  if (!(cause instanceof Error)) {
    return 'the connection failed';
  }
  return cause.message || ('code' in cause ? String(cause.code) : 'the connection failed');
}
