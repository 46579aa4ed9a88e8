import type { Mapping } from './mapping.js';

/** A system with known webhooks. */
export interface MappingPreset {
  readonly title: string;
  /** The webhooks that the mapping reads. */
  readonly webhooks: string;
  readonly mapping: Mapping;
}

/** Mappings for systems with known webhooks. The system provides the signature's secret. */
export const mappingPresets = {
  shopify: {
    title: 'Shopify',
    webhooks: 'products/create, products/update and products/delete',
    mapping: {
      id: 'id',
      write_date: ['updated_at', { header: 'X-Shopify-Triggered-At' }],
      events: { header: 'X-Shopify-Topic', values: ['products/create', 'products/update', 'products/delete'] },
      deleted_field: { header: 'X-Shopify-Topic', values: ['products/delete'] },
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
    webhooks: 'Product created, Product updated, Product deleted and Product restored',
    mapping: {
      id: 'id',
      write_date: 'date_modified_gmt',
      events: {
        header: 'X-WC-Webhook-Topic',
        values: ['product.created', 'product.updated', 'product.deleted', 'product.restored'],
      },
      deleted_field: { header: 'X-WC-Webhook-Topic', values: ['product.deleted'] },
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
    webhooks: 'product.created, product.updated and product.deleted',
    mapping: {
      id: 'data.object.id',
      write_date: ['created', 'data.object.updated'],
      events: { path: 'type', values: ['product.created', 'product.updated', 'product.deleted'] },
      deleted_field: { path: 'type', values: ['product.deleted'] },
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
} as const satisfies Readonly<Record<string, MappingPreset>>;
