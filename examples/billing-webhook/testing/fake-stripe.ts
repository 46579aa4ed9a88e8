import { createServer } from 'node:http';
import { Stripe } from 'stripe';

/** An object of Stripe's API. */
export type StripeObject = Record<string, unknown> & { id: string };

/** Stripe as far as the example asks it, over HTTP. Whoever holds it says what is there. */
export interface FakeStripe {
  readonly url: string;
  readonly customers: Map<string, StripeObject>;
  readonly subscriptions: Map<string, StripeObject>;
  /** Their line items are in `line_items`; `payment_intent` is expanded where that is asked for. */
  readonly sessions: Map<string, StripeObject>;
  readonly paymentIntents: Map<string, StripeObject>;
  readonly disputes: Map<string, StripeObject>;
  /** Lookup keys by customer. */
  readonly entitlements: Map<string, string[]>;
  /** Answers every call with this status while it is set. */
  failWith: number | undefined;
  close(): Promise<void>;
}

/** Starts it on a port of its own. */
export async function startFakeStripe(): Promise<FakeStripe> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://stripe.test');
    const found = fake.failWith === undefined ? answerOf(fake, url) : undefined;
    const status = fake.failWith ?? (found === undefined ? 404 : 200);
    const error = { type: 'invalid_request_error', code: status === 404 ? 'resource_missing' : 'api', message: 'No.' };
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(found ?? { error }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const fake: FakeStripe = {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
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

function answerOf(fake: FakeStripe, { pathname, searchParams }: URL): object | undefined {
  const [, , ...path] = pathname.split('/');
  const payment = searchParams.get('payment_intent');
  const [kind, id = ''] = path;
  if (kind === 'customers') return fake.customers.get(id);
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
  if (part === 'line_items') return session && list(session['line_items'] as object[]);
  return session && { ...session, payment_intent: fake.paymentIntents.get(String(session['payment_intent'])) ?? null };
}

function list(data: object[]): object {
  return { object: 'list', data, has_more: false };
}

/** A body and its signature, as Stripe's own package makes it. */
export function signedDelivery(event: object, secret: string): { body: string; headers: Record<string, string> } {
  const body = JSON.stringify(event);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret });
  return { body, headers: { connection: 'close', 'stripe-signature': signature } };
}
