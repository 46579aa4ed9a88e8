// Receives the webhooks of a payment provider, and grants access in Tessera according to payments. See README.md.
import { createServer } from 'node:http';
import { createClient } from '@tessera/client';
import { readPlans } from './read-file.mjs';
import { genericProvider } from './webhook/generic.mjs';
import { createListener } from './webhook/listener.mjs';
import { createProcessor } from './webhook/processor.mjs';
import { stripeClient, stripeProvider } from './webhook/stripe/provider.mjs';
import { createThanks } from './webhook/stripe/thanks.mjs';

/** @param {string} name @param {string} [fallback] */
function setting(name, fallback) {
  const value = process.env[name] || fallback;
  if (value === undefined) {
    console.error(`billing-webhook: set ${name} (see README.md)`);
    process.exit(2);
  }
  return value;
}

const secret = setting('WEBHOOK_SECRET');
const stripeApiKey = process.env.STRIPE_API_KEY;
const stripeApiUrl = setting('STRIPE_API_URL', 'https://api.stripe.com');
const plans = readPlans(setting('PLANS_FILE', 'plans.json'));
const baseUrl = setting('SVC_BASE_URL', 'http://127.0.0.1:8080');
const client = createClient({
  baseUrl,
  token: setting('SVC_API_KEY'),
  // The provider waits for a response, so this waits for a short rate limit only. After a longer one, the event is
  // delivered again.
  retry: { retries: 2, maxDelayMs: 5_000 },
  timeoutMs: 15_000,
});
const dependencies = { client, plans };
/** @param {Record<string, unknown>} line */
const log = (line) => console.log(JSON.stringify({ at: new Date().toISOString(), ...line }));
const listener = stripeApiKey ? stripeListener(stripeApiKey) : genericListener();
const server = createServer(listener).listen(Number(setting('PORT', '8090')), setting('HOST', '127.0.0.1'), () => {
  const address = server.address();
  log({ listening: address && typeof address === 'object' ? address.port : address });
});

function genericListener() {
  const provider = genericProvider(dependencies);
  return createListener({ process: createProcessor(provider), provider, secret, log });
}

/** @param {string} apiKey @returns {import('node:http').RequestListener} */
function stripeListener(apiKey) {
  const stripe = stripeClient({ apiKey, baseUrl: stripeApiUrl });
  const provider = stripeProvider({ ...dependencies, stripe, isLive: !apiKey.includes('_test_') });
  const process = createProcessor(provider);
  const webhook = createListener({ process, provider, secret, log });
  const thanks = createThanks({ client, plans, process, stripe, baseUrl, log });
  return (request, response) =>
    request.method === 'GET' && /^\/thanks(\?|$)/.test(request.url ?? '')
      ? thanks(request, response)
      : webhook(request, response);
}

/** Waits for running deliveries, then stops. */
function stop() {
  server.close(() => process.exit(0));
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
