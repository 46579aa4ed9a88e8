import { routes } from '@tessera/contract';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from './openapi.js';

interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: object };
  readonly responses: Readonly<Record<string, { readonly content: object }>>;
}

const document = openApiDocument('https://records.example.org') as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: object };
};

const operations = Object.values(document.paths).flatMap((path) => Object.values(path));

describe('the OpenAPI document', () => {
  it('describes every route once', () => {
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(routes).sort());
  });

  it('holds every schema that it refers to', () => {
    const referred = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1]);
    const held = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect(referred.length).toBeGreaterThan(100);
    expect(referred.filter((reference) => !held.includes(reference ?? ''))).toEqual([]);
  });

  it('tells which refusals to expect, by status', () => {
    const grant = document.paths['/v1/members']?.post;
    expect(Object.keys(grant?.responses ?? {})).toEqual([
      '200',
      '400',
      '401',
      '402',
      '403',
      '404',
      '409',
      '413',
      '415',
      '429',
      '500',
      '503',
    ]);
  });

  it('shows the device flow as RFC 8628 has it', () => {
    const token = document.paths['/auth/device/token']?.post;
    expect(Object.keys(token?.requestBody?.content ?? {})).toEqual([
      'application/json',
      'application/x-www-form-urlencoded',
    ]);
    expect(JSON.stringify(token?.responses['400'])).toContain('#/components/schemas/DeviceError');
  });
});
