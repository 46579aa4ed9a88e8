import { ApiError } from '@tessera/client';
import { isPlan } from '../../plans.mjs';
import { ifThere, plansOf } from './purchases.mjs';

/** A checkout that is older leads to no sign-in link, because its address may have been stored or passed on. */
const sessionSeconds = 86_400;

/**
 * Answers `GET /thanks?session_id=…`, to which Stripe's checkout leads a buyer: grants the purchase if its event has not
 * arrived yet, and redirects to a sign-in link. Stripe does not check addresses. So the link is only for members who have
 * nothing but this purchase; everyone else signs in with a code.
 * @param {{
 *   client: import('@tessera/client').Client,
 *   plans: import('../../plans.mjs').Plans,
 *   process: (event: import('./provider.mjs').StripeEvent) => Promise<import('../processor.mjs').Processed>,
 *   stripe: import('stripe').Stripe,
 *   baseUrl: string,
 *   clock?: () => Date,
 *   log?: (line: Record<string, unknown>) => void,
 * }} dependencies `baseUrl` is the address of Tessera
 * @returns {import('node:http').RequestListener}
 */
export function createThanks({ log = () => undefined, ...dependencies }) {
  return (request, response) => {
    const id = new URL(request.url ?? '/', 'http://shop.test').searchParams.get('session_id') ?? '';
    /** @param {string | undefined} address */
    const answer = (address) => {
      const headers = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };
      if (address) response.writeHead(303, { ...headers, Location: address }).end();
      else response.writeHead(503, { ...headers, 'Content-Type': 'text/html', 'Retry-After': '3' }).end(waiting);
    };
    addressAfter(id, dependencies)
      .then(answer)
      .catch((error) => {
        log({ level: 'error', session: id, error: String(error) });
        answer(undefined);
      });
  };
}

const waiting =
  '<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="3"><title>Thank you</title><p>Your access is being set up. This page loads again in a moment.';

/**
 * @param {string} id
 * @param {Omit<Parameters<typeof createThanks>[0], 'log'>} dependencies
 * @returns {Promise<string | undefined>} undefined while the purchase is not paid or not granted
 */
async function addressAfter(id, { client, plans, process, stripe, baseUrl, clock = () => new Date() }) {
  const session = /^cs_\w+$/.test(id) ? await ifThere(stripe.checkout.sessions.retrieve(id)) : undefined;
  const email = session?.customer_details?.email ?? session?.customer_email;
  if (session === undefined || !email) return new URL('/d/', baseUrl).href;
  if (session.payment_status === 'unpaid') return undefined;
  const event = { id: `return of ${id}`, type: 'checkout.session.completed', object: { id } };
  const { outcome } = await process(event);
  if (outcome === 'later') return undefined;
  const names = (await plansOf(stripe, id)).filter((name) => isPlan(plans, name));
  const next = names.map((name) => plans[name]?.next).find((path) => path !== undefined) ?? '/d/';
  const signIn = new URL(`/sign-in?${new URLSearchParams({ next })}`, baseUrl).href;
  const isRecent = session.created > clock().getTime() / 1_000 - sessionSeconds;
  return (isRecent && (await linkOf(client, { email, source: `stripe:${id}`, next }))) || signIn;
}

/**
 * @param {import('@tessera/client').Client} client
 * @param {{ email: string, source: string, next: string }} bought
 * @returns {Promise<string | undefined>} undefined for an address that has more than was bought, or nothing
 */
async function linkOf(client, { email, source, next }) {
  const params = { identifier: email.trim().toLowerCase() };
  try {
    const { sources } = await client.members.get_access({ params });
    if (sources.some((share) => share.live && share.source !== source)) return undefined;
    return (await client.members.create_sign_in_link({ params, body: { next } })).url;
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 409)) return undefined;
    throw error;
  }
}
