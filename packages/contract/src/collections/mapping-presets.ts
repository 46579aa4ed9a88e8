import type { Mapping } from './mapping.js';

/** A system whose webhooks are known. */
export interface MappingPreset {
  readonly title: string;
  /** Which of its webhooks the mapping reads. */
  readonly webhooks: string;
  readonly mapping: Mapping;
}

/** Mappings of systems whose webhooks are known; a signature's secret is the system's. */
export const mappingPresets = {
  shopify: {
    title: 'Shopify',
    webhooks: 'products/create and products/update',
    mapping: {
      id: 'id',
      write_date: 'updated_at',
      fields: {
        title: 'title',
        description: 'body_html',
        vendor: 'vendor',
        product_type: 'product_type',
        handle: 'handle',
        status: 'status',
        tags: 'tags',
        skus: 'variants[*].sku',
        barcodes: 'variants[*].barcode',
        prices: 'variants[*].price',
      },
      signature: { header: 'X-Shopify-Hmac-SHA256', scheme: 'hmac-sha256-base64' },
    },
  },
  woocommerce: {
    title: 'WooCommerce',
    webhooks: 'Product created and Product updated',
    mapping: {
      id: 'id',
      write_date: 'date_modified_gmt',
      fields: {
        name: 'name',
        sku: 'sku',
        description: 'description',
        short_description: 'short_description',
        slug: 'slug',
        status: 'status',
        price: 'price',
        categories: 'categories[*].name',
        tags: 'tags[*].name',
        permalink: 'permalink',
      },
      signature: { header: 'X-WC-Webhook-Signature', scheme: 'hmac-sha256-base64' },
    },
  },
  stripe: {
    title: 'Stripe',
    webhooks: 'product.created and product.updated',
    mapping: {
      id: 'data.object.id',
      write_date: 'created',
      fields: {
        name: 'data.object.name',
        description: 'data.object.description',
        active: 'data.object.active',
        type: 'data.object.type',
        unit_label: 'data.object.unit_label',
        default_price: 'data.object.default_price',
        metadata: 'data.object.metadata',
        url: 'data.object.url',
      },
      signature: { header: 'Stripe-Signature', scheme: 'hmac-sha256-hex' },
    },
  },
  'business-central': {
    title: 'Business Central',
    webhooks: 'notifications of any resource, which name what changed and not its content',
    mapping: {
      records: 'value',
      id: 'resource',
      write_date: 'lastModifiedDateTime',
      fields: { resource: 'resource', change_type: 'changeType', subscription: 'subscriptionId' },
    },
  },
} as const satisfies Readonly<Record<string, MappingPreset>>;
