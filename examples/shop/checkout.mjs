// A fake of Stripe with a checkout page, for trying the shop without an account. See README.md.
import { startFakeCheckout } from '../billing-webhook/testing/fake-checkout.mjs';

const { url } = await startFakeCheckout({
  port: Number(process.env.CHECKOUT_PORT || '8091'),
  webhookUrl: process.env.WEBHOOK_URL || 'http://127.0.0.1:8090/webhook',
  thanksUrl: process.env.THANKS_URL || 'http://127.0.0.1:8090/thanks',
  secret: process.env.WEBHOOK_SECRET || '',
});
console.log(`Fake checkout at ${url}/buy/{plan}`);
