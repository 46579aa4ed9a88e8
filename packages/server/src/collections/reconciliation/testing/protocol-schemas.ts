import { z } from 'zod';

const text = { type: 'string' };
const named = { type: 'object', properties: { id: text, name: text }, required: ['id'] };
const service = { type: 'object', properties: { service_url: text, service_path: text } };
const only = (key: string, value: object) => ({
  type: 'object',
  properties: { [key]: value },
  required: [key],
  additionalProperties: false,
});
const suggestion = (more: object) => ({
  type: 'object',
  properties: {
    result: {
      type: 'array',
      items: {
        type: 'object',
        properties: { id: text, name: text, description: text, ...more },
        required: ['id', 'name'],
        additionalProperties: false,
      },
    },
  },
  required: ['result'],
  additionalProperties: false,
});

const [month, day, hour] = ['(0[1-9]|1[0-2])', '(0[1-9]|[12]\\d|3[01])', '([01]\\d|2[0-3])'];

/** Response schemas of version 0.2 of the Reconciliation Service API. */
const definitions = {
  manifest: {
    type: 'object',
    properties: {
      versions: { type: 'array', items: text, contains: { enum: ['0.2'] } },
      name: text,
      identifierSpace: { type: 'string', format: 'uri' },
      schemaSpace: { type: 'string', format: 'uri' },
      serviceVersion: text,
      defaultTypes: { type: 'array', items: named },
      view: { type: 'object', properties: { url: { type: 'string', pattern: '\\{\\{id\\}\\}' } }, required: ['url'] },
      preview: {
        type: 'object',
        properties: {
          url: { type: 'string', pattern: '\\{\\{id\\}\\}' },
          width: { type: 'integer' },
          height: { type: 'integer' },
        },
        required: ['url', 'width', 'height'],
      },
      suggest: { type: 'object', properties: { entity: service, property: service, type: service } },
      extend: {
        type: 'object',
        properties: { propose_properties: service, property_settings: { type: 'array' } },
      },
      batchSize: { type: 'integer' },
    },
    required: ['versions', 'name', 'identifierSpace', 'schemaSpace'],
    additionalProperties: false,
  },
  results: {
    type: 'object',
    additionalProperties: {
      type: 'object',
      properties: {
        result: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              id: text,
              name: text,
              description: text,
              score: { type: 'number' },
              match: { type: 'boolean' },
              type: { type: 'array', items: named },
              features: {
                type: 'array',
                items: {
                  type: 'object',
                  properties: { id: text, value: { type: 'number' } },
                  required: ['id', 'value'],
                },
              },
            },
            required: ['id', 'name', 'score'],
            additionalProperties: false,
          },
        },
      },
      required: ['result'],
    },
  },
  extension: {
    type: 'object',
    properties: {
      meta: { type: 'array', items: { ...named, required: ['id', 'name'] } },
      rows: {
        type: 'object',
        additionalProperties: {
          type: 'object',
          additionalProperties: {
            type: 'array',
            items: {
              anyOf: [
                only('str', text),
                only('int', { type: 'integer', minimum: -2147483648, maximum: 2147483647 }),
                only('float', { type: 'number' }),
                only('date', {
                  type: 'string',
                  pattern: `^\\d{4}-${month}-${day}T${hour}:[0-5]\\d:[0-5]\\d(\\.\\d+)?Z$`,
                }),
              ],
            },
          },
        },
      },
    },
    required: ['meta', 'rows'],
    additionalProperties: false,
  },
  entities: suggestion({ notable: { type: 'array', items: named } }),
  properties: suggestion({}),
} as const;

/** Throws for a response that violates the protocol. */
export function requireProtocol(kind: keyof typeof definitions, answer: unknown): void {
  z.fromJSONSchema(definitions[kind] as Parameters<typeof z.fromJSONSchema>[0]).parse(answer);
}
