import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { signedDelivery, startFakeStripe } from './fake-stripe.mjs';

/**
 * Starts Stripe's fake API with `GET /buy/{plan}`, a page that takes an address and "pays", and `POST /refund` with the
 * `session_id`. Both deliver their event to the webhook; a buyer is then led to `thanksUrl`.
 * @param {{ port?: number, webhookUrl: string, thanksUrl: string, secret: string }} options
 */
export async function startFakeCheckout({ port = 0, webhookUrl, thanksUrl, secret }) {
  const stripe = await startFakeStripe({
    port,
    pages: (request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://stripe.test');
      const plan = /^\/buy\/([\w-]+)$/.exec(pathname)?.[1];
      if (request.method === 'GET' && plan !== undefined) {
        response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(payPage(plan));
        return;
      }
      answer(request, plan)
        .then(({ status, location }) => response.writeHead(status, location ? { Location: location } : {}).end())
        .catch((error) => response.writeHead(500).end(String(error)));
    },
  });

  /**
   * @param {import('node:http').IncomingMessage} request
   * @param {string | undefined} plan
   * @returns {Promise<{ status: number, location?: string }>}
   */
  async function answer(request, plan) {
    const fields = new URLSearchParams(await text(request));
    if (request.method !== 'POST') return { status: 404 };
    if (plan === undefined) return refund(fields.get('session_id') ?? '');
    const session = pay(plan, fields.get('email') ?? '');
    await deliver('checkout.session.completed', session);
    return { status: 303, location: `${thanksUrl}?${new URLSearchParams({ session_id: session.id })}` };
  }

  /** @param {string} plan @param {string} email */
  function pay(plan, email) {
    const [id, payment] = [`cs_${newId()}`, `pi_${newId()}`];
    const charge = { id: `ch_${newId()}`, payment_intent: payment, refunded: false };
    stripe.paymentIntents.set(payment, { id: payment, latest_charge: charge });
    const session = {
      id,
      created: now(),
      mode: 'payment',
      payment_status: 'paid',
      payment_intent: payment,
      customer: null,
      customer_details: { email, name: null },
      line_items: [{ price: { id: `price_${plan}`, lookup_key: plan } }],
    };
    stripe.sessions.set(id, session);
    return session;
  }

  /** @param {string} sessionId */
  async function refund(sessionId) {
    const payment = String(stripe.sessions.get(sessionId)?.payment_intent);
    const intent = stripe.paymentIntents.get(payment);
    if (intent === undefined) return { status: 404 };
    const charge = { .../** @type {object} */ (intent['latest_charge']), refunded: true };
    stripe.paymentIntents.set(payment, { ...intent, latest_charge: charge });
    await deliver('charge.refunded', charge);
    return { status: 204 };
  }

  /** @param {string} type @param {object} object */
  async function deliver(type, object) {
    const event = { id: `evt_${newId()}`, type, created: now(), data: { object } };
    const { status } = await fetch(webhookUrl, { method: 'POST', ...signedDelivery(event, secret) });
    if (status !== 200) throw new Error(`The webhook answered ${status}.`);
  }

  return stripe;
}

const newId = () => randomUUID().replaceAll('-', '');
const now = () => Math.floor(Date.now() / 1_000);

/** @param {string} plan */
function payPage(plan) {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Checkout</title></head>
<body><h1>Checkout: ${plan}</h1>
<form method="post"><label>Email <input name="email" type="email" required></label> <button>Pay</button></form>
</body></html>
`;
}
