import { routes } from '@tessera/contract';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from './openapi.js';

interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: object };
  readonly responses: Readonly<Record<string, { readonly content: object }>>;
}

interface OperationObject {
  readonly operationId: string;
  readonly parameters: readonly { name: string; in: string; required: boolean; schema?: object }[];
  readonly security: readonly object[];
  readonly responses: Readonly<Record<string, { description: string }>>;
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

  it('is OpenAPI 3.1 in its structure', () => {
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

  it('says that health answers 503 in the shape of health', () => {
    const responses = document.paths['/health']?.get?.responses;
    expect(responses?.['503']?.content).toEqual(responses?.['200']?.content);
  });
});
