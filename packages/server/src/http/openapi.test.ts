import { routes } from '@tessera/contract';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from './openapi.js';

interface Operation {
  readonly operationId: string;
  readonly tags: readonly [string];
  readonly requestBody?: { readonly content: object };
  readonly security: readonly object[];
  readonly responses: Readonly<Record<string, { readonly content: object; readonly headers: object }>>;
}

interface OperationObject {
  readonly operationId: string;
  readonly parameters: readonly { name: string; in: string; required: boolean; schema?: object }[];
  readonly security: readonly object[];
  readonly responses: Readonly<Record<string, { description: string }>>;
}

const document = openApiDocument('https://records.example.org') as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: object; readonly headers: object };
};

const operations = Object.values(document.paths).flatMap((path) => Object.values(path));

describe('OpenAPI document', () => {
  it('describes every route once', () => {
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(routes).sort());
  });

  it('assigns every route to a described tag', () => {
    const { tags } = document as unknown as { tags: { name: string; description: string }[] };
    expect([...new Set(operations.map(({ tags: [area] }) => area))].sort()).toEqual(
      tags.map(({ name }) => name).sort(),
    );
  });

  it('uses its own base URL in examples', () => {
    const create = document.paths['/collections']?.post?.responses['200']?.content as Record<
      string,
      { example: object }
    >;
    expect(create['application/json']?.example).toMatchObject({
      name: 'products',
      ingest_url: expect.stringContaining('https://records.example.org/ingest/'),
    });
  });

  it('contains every referenced schema and header', () => {
    const referred = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1]);
    const { schemas, headers } = document.components;
    const defined = [
      ...Object.keys(schemas).map((name) => `#/components/schemas/${name}`),
      ...Object.keys(headers).map((name) => `#/components/headers/${name}`),
    ];
    expect(referred.length).toBeGreaterThan(100);
    expect(referred.filter((reference) => !defined.includes(reference ?? ''))).toEqual([]);
  });

  it('lists the errors by status', () => {
    const grant = document.paths['/v1/members']?.post;
    expect(Object.keys(grant?.responses ?? {}).join(' ')).toBe(
      '200 400 401 402 403 404 408 409 413 415 417 429 431 500 503',
    );
  });

  it('documents how an unexpected body is handled', () => {
    const revoke = document.paths['/v1/members/{identifier}']?.delete;
    expect(Object.keys(revoke?.responses ?? {})).toEqual(expect.arrayContaining(['400', '413', '415']));
    expect(Object.keys(document.paths['/v1/members']?.get?.responses ?? {})).not.toContain('415');
  });

  it('documents the headers of every response, and both ways to send a key', () => {
    const grant = document.paths['/v1/members']?.post;
    expect(grant?.security).toEqual([{ apiKey: [] }, { apiKeyHeader: [] }]);
    expect(Object.keys(grant?.responses['429']?.headers ?? {})).toEqual([
      'X-Request-Id',
      'Retry-After',
      'RateLimit-Policy',
      'RateLimit',
    ]);
    const health = document.paths['/health']?.get;
    expect(Object.keys(health?.responses['200']?.headers ?? {})).toEqual(['X-Request-Id']);
  });

  it('documents the device flow with RFC 8628', () => {
    const token = document.paths['/auth/device/token']?.post;
    expect(Object.keys(token?.requestBody?.content ?? {})).toEqual([
      'application/json',
      'application/x-www-form-urlencoded',
    ]);
    expect(Object.keys(token?.responses ?? {}).join(' ')).toBe('200 400 408 413 415 417 429 431 500 503');
    expect(JSON.stringify(token?.responses['431'])).toContain('#/components/schemas/ErrorAnswer');
    for (const status of ['400', '415', '429', '503']) {
      expect(JSON.stringify(token?.responses[status])).toContain('#/components/schemas/DeviceError');
    }
  });

  it('is valid OpenAPI 3.1', () => {
    const { openapi, info, paths, components } = document as unknown as Record<string, Record<string, unknown>>;
    expect(openapi).toBe('3.1.0');
    expect(info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
    const schemes = Object.keys(components?.securitySchemes as object);
    const names = new Set<string>();
    for (const [path, methods] of Object.entries(paths ?? {})) {
      expect(path).toMatch(/^\//);
      const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      for (const [method, operation] of Object.entries(methods as Record<string, OperationObject>)) {
        expect(['get', 'post', 'put', 'patch', 'delete']).toContain(method);
        expect(names.has(operation.operationId)).toBe(false);
        names.add(operation.operationId);
        const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
        expect(inPath.map((parameter) => parameter.name).sort()).toEqual(placeholders.sort());
        expect(inPath.every((parameter) => parameter.required)).toBe(true);
        expect(operation.parameters.every((parameter) => parameter.schema !== undefined)).toBe(true);
        expect(operation.security.flatMap((each) => Object.keys(each)).every((name) => schemes.includes(name))).toBe(
          true,
        );
        for (const [status, response] of Object.entries(operation.responses)) {
          expect(status).toMatch(/^[2-5]\d\d$/);
          expect(response.description).toMatch(/\S/);
        }
        expect(method === 'get' && 'requestBody' in operation).toBe(false);
      }
    }
  });

  it('documents the 503 response of health with its schema', () => {
    const responses = document.paths['/health']?.get?.responses;
    expect(responses?.['200']?.content).toMatchObject(responses?.['503']?.content ?? {});
  });
});
