import { createServer } from 'node:http';
import { Stripe } from 'stripe';

/**
 * An object of Stripe's API.
 * @typedef {Record<string, unknown> & { id: string }} StripeObject
 *
 * The parts of Stripe's API that the example calls, over HTTP. The caller fills its maps. Sessions have their line items in
 * `line_items`; `payment_intent` is expanded if the request says so. `entitlements` are lookup keys by customer. While
 * `failWith` is set, every call is answered with that status.
 * @typedef {{
 *   readonly url: string,
 *   readonly customers: Map<string, StripeObject>,
 *   readonly subscriptions: Map<string, StripeObject>,
 *   readonly sessions: Map<string, StripeObject>,
 *   readonly paymentIntents: Map<string, StripeObject>,
 *   readonly disputes: Map<string, StripeObject>,
 *   readonly entitlements: Map<string, string[]>,
 *   failWith: number | undefined,
 *   close(): Promise<void>,
 * }} FakeStripe
 */

/**
 * Starts it.
 * @param {{ port?: number, pages?: import('node:http').RequestListener }} [options] `port`: by default a free one; `pages`
 *   answers the requests outside `/v1`
 * @returns {Promise<FakeStripe>}
 */
export async function startFakeStripe({ port = 0, pages } = {}) {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://stripe.test');
    if (pages !== undefined && !url.pathname.startsWith('/v1/')) {
      pages(request, response);
      return;
    }
    const found = fake.failWith === undefined ? answerOf(fake, url) : undefined;
    const status = fake.failWith ?? (found === undefined ? 404 : 200);
    const error = { type: 'invalid_request_error', code: status === 404 ? 'resource_missing' : 'api', message: 'No.' };
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(found ?? { error }));
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  /** @type {FakeStripe} */
  const fake = {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : port}`,
    customers: new Map(),
    subscriptions: new Map(),
    sessions: new Map(),
    paymentIntents: new Map(),
    disputes: new Map(),
    entitlements: new Map(),
    failWith: undefined,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return fake;
}

/**
 * @param {FakeStripe} fake
 * @param {URL} address
 * @returns {object | undefined}
 */
function answerOf(fake, { pathname, searchParams }) {
  const [, , ...path] = pathname.split('/');
  const payment = searchParams.get('payment_intent');
  const [kind, id = ''] = path;
  if (kind === 'customers') return fake.customers.get(id);
  if (kind === 'subscriptions' && id === '')
    return list([...fake.subscriptions.values()].filter((each) => each['customer'] === searchParams.get('customer')));
  if (kind === 'subscriptions') return fake.subscriptions.get(id);
  if (kind === 'disputes')
    return list([...fake.disputes.values()].filter((each) => each['payment_intent'] === payment));
  if (kind === 'entitlements') {
    const keys = fake.entitlements.get(searchParams.get('customer') ?? '') ?? [];
    return list(keys.map((lookup_key) => ({ id: `ent_${lookup_key}`, lookup_key })));
  }
  if (kind !== 'checkout') return undefined;
  const [, , sessionId = '', part] = path;
  if (sessionId === '') return list([...fake.sessions.values()].filter((each) => each['payment_intent'] === payment));
  const session = fake.sessions.get(sessionId);
  if (part === 'line_items') {
    const from = Number(searchParams.get('starting_after')?.slice(3) ?? -1) + 1;
    const items = /** @type {object[]} */ (session?.['line_items'] ?? []).map((item, at) => ({
      id: `li_${at}`,
      ...item,
    }));
    return session && list(items.slice(from, from + 100), items.length > from + 100);
  }
  return session && { ...session, payment_intent: fake.paymentIntents.get(String(session['payment_intent'])) ?? null };
}

/** @param {object[]} data */
function list(data, has_more = false) {
  return { object: 'list', data, has_more };
}

/**
 * The body and the headers of a delivery, with the signature of Stripe's package.
 * @param {object} event
 * @param {string} secret
 * @returns {{ body: string, headers: Record<string, string> }}
 */
export function signedDelivery(event, secret) {
  const body = JSON.stringify(event);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret });
  return { body, headers: { connection: 'close', 'stripe-signature': signature } };
}
