import { createHmac } from 'node:crypto';
import type { mappingPresets } from '@tessera/contract';
import type { JsonObject } from '@tessera/json';

/** A webhook in the format that its system documents, and the record that it must become. */
export interface Webhook {
  readonly body: string;
  readonly sign: (body: string, secret: string) => Record<string, string>;
  readonly id: string;
  readonly attributes: JsonObject;
  readonly writeDate: string;
}

const base64 = (body: string, secret: string) => createHmac('sha256', secret).update(body).digest('base64');

/** 2026-03-01T09:59:30Z. */
const signedAt = 1_772_359_170;

/**
 * One webhook of each known system, shortened. @see https://shopify.dev/docs/api/webhooks @see
 * https://woocommerce.com/document/webhooks/ @see https://docs.stripe.com/api/events/object
 */
export const webhooks: Readonly<Record<keyof typeof mappingPresets, Webhook>> = {
  shopify: {
    body: `{"admin_graphql_api_id": "gid://shopify/Product/788032119674292922", "id": 788032119674292922,
      "title": "Walnut side table", "body_html": "<p>Oiled by hand</p>", "vendor": "Holzwerk", "product_type": "Tables",
      "handle": "walnut-side-table", "status": "active", "tags": "oak, living room", "template_suffix": null,
      "created_at": "2026-02-01T08:00:00+01:00", "updated_at": "2026-03-01T10:00:00+01:00",
      "variants": [
        {"id": 642667041472713922, "product_id": 788032119674292922, "title": "Small", "sku": "WST-S", "price": "189.00", "barcode": null},
        {"id": 757650484644203962, "product_id": 788032119674292922, "title": "Large", "sku": "WST-L", "price": "249.00", "barcode": "4006381333931"}
      ], "options": [], "images": [], "image": null, "media": []}`,
    sign: (body, secret) => ({ 'X-Shopify-Topic': 'products/update', 'X-Shopify-Hmac-SHA256': base64(body, secret) }),
    id: '788032119674292922',
    attributes: {
      title: 'Walnut side table',
      skus: ['WST-S', 'WST-L'],
      barcodes: ['4006381333931'],
      prices: ['189.00', '249.00'],
    },
    writeDate: '2026-03-01T09:00:00.000Z',
  },
  woocommerce: {
    body: `{"id": 794, "name": "Linen curtain", "slug": "linen-curtain", "permalink": "https://shop.example/product/linen-curtain/",
      "date_created": "2026-02-01T10:00:00", "date_created_gmt": "2026-02-01T09:00:00", "date_modified": "2026-03-01T10:30:00",
      "date_modified_gmt": "2026-03-01T09:30:00", "type": "simple", "status": "publish", "featured": false, "sku": "CUR-794",
      "description": "<p>Washed linen</p>", "short_description": "", "price": "79", "regular_price": "79", "sale_price": "",
      "categories": [{"id": 9, "name": "Curtains", "slug": "curtains"}, {"id": 14, "name": "Linen", "slug": "linen"}],
      "tags": [], "images": [], "attributes": [], "variations": [], "meta_data": []}`,
    sign: (body, secret) => ({
      'X-WC-Webhook-Topic': 'product.updated',
      'X-WC-Webhook-Signature': base64(body, secret),
    }),
    id: '794',
    attributes: { name: 'Linen curtain', sku: 'CUR-794', categories: ['Curtains', 'Linen'], status: 'publish' },
    writeDate: '2026-03-01T09:30:00.000Z',
  },
  stripe: {
    body: `{"id": "evt_1NG8Du2eZvKYlo2CUI79vXWy", "object": "event", "api_version": "2026-01-28", "created": 1772359168,
      "data": {"object": {"id": "prod_NWjs8kKbJWmuuc", "object": "product", "active": true, "created": 1772300000,
        "default_price": "price_1MoBy5LkdIwHu7ix", "description": null, "images": [], "livemode": false,
        "metadata": {"sku": "GOLD-12"}, "name": "Gold plan", "type": "service", "unit_label": "seat", "updated": 1772359168,
        "url": null}, "previous_attributes": {"name": "Silver plan"}},
      "livemode": false, "pending_webhooks": 1, "request": {"id": null, "idempotency_key": null}, "type": "product.updated"}`,
    sign: (body, secret) => ({
      'Stripe-Signature': `t=${signedAt},v1=${createHmac('sha256', secret).update(`${signedAt}.${body}`).digest('hex')}`,
    }),
    id: 'prod_NWjs8kKbJWmuuc',
    attributes: { name: 'Gold plan', active: true, unit_label: 'seat', metadata: { sku: 'GOLD-12' } },
    writeDate: '2026-03-01T09:59:28.000Z',
  },
};
