import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { codedIssue, issueCode, limits, routes, toJsonSchema } from './index.js';

const codesOf = (result: z.ZodSafeParseResult<unknown>) =>
  (result.error?.issues ?? []).map((issue) => issueCode(issue));
const pathsOf = (result: z.ZodSafeParseResult<unknown>) =>
  (result.error?.issues ?? []).map((issue) => issue.path.join('.'));

describe('coded issues', () => {
  it('contain their error code', () => {
    expect(issueCode(codedIssue('too_deep', 'too deep'))).toBe('too_deep');
    expect(issueCode({ code: 'invalid_type' })).toBeUndefined();
    expect(issueCode({ code: 'custom', params: { other: 1 } })).toBeUndefined();
  });
});

describe('access levels', () => {
  const { body } = routes['members.put_access'];
  it.each(['write', 5, null, [], 'READ_ONLY'])('%j is invalid_access', (access) => {
    expect(codesOf(body.safeParse({ assignments: [{ group_id: 'g', access }] }))).toEqual(['invalid_access']);
  });

  it('are required like any other field', () => {
    expect(codesOf(body.safeParse({ assignments: [{ group_id: 'g' }] }))).toEqual([undefined]);
  });

  it('default to read_only in a grant', () => {
    expect(routes['members.grant'].body.parse({ email: ' Ada@Example.ORG ' })).toEqual({
      email: 'ada@example.org',
      groups: [],
      send_email: true,
      access: 'read_only',
    });
  });
});

describe('e-mail addresses', () => {
  it.each(['', 'ada', 'ada@', '@example.org', 'a b@example.org', 'ada@example', `${'a'.repeat(400)}@example.org`])(
    '%j is refused',
    (email) => {
      expect(pathsOf(routes['readers.create'].body.safeParse({ email }))).toEqual(['email']);
    },
  );
});

describe('expiry times', () => {
  const refused = (expires_at: string) =>
    pathsOf(routes['readers.create'].body.safeParse({ email: 'a@b.example', expires_at }));

  it('must be before the year 10000 in UTC', () => {
    for (const late of ['9999-12-31T23:59:59-10:00', '9999-12-31T23:59:59.999-00:01']) {
      expect(refused(late)).toEqual(['expires_at']);
    }
    expect(
      routes['readers.create'].body.safeParse({ email: 'a@b.example', expires_at: '9999-12-31T23:59:59Z' }).success,
    ).toBe(true);
  });
});

describe('records', () => {
  it('pass unchanged, regardless of their field names and numbers', () => {
    class Exact {
      constructor(readonly source: string) {}
    }
    const record = JSON.parse('{"__proto__": {"x": 1}, "id": 1, "constructor": "c"}') as Record<string, unknown>;
    const withExact = { id: new Exact('12345678901234567890') };
    const sent = { records: [record, withExact, 5, null] };
    const parsed = routes['collections.upsert_records'].body.parse(sent);
    expect(parsed.records[0]).toBe(record);
    expect(parsed.records[1]).toBe(withExact);
    expect(parsed.records).toHaveLength(4);
    expect(Object.keys(record)).toContain('__proto__');
    expect(routes['ingest.record'].body.parse(record)).toBe(record);
  });

  it('are not counted here, because too many records have an error code of their own', () => {
    const records = Array.from({ length: limits.recordsPerCall + 1 }, () => ({}));
    expect(routes['ingest.batch'].body.safeParse({ records }).success).toBe(true);
  });

  it('must be in an array', () => {
    expect(pathsOf(routes['ingest.batch'].body.safeParse({ records: {} }))).toEqual(['records']);
    expect(pathsOf(routes['ingest.batch'].body.safeParse({}))).toEqual(['records']);
  });
});

describe('reconcile', () => {
  const { body } = routes['collections.reconcile_records'];
  it('refuses an empty set with its own code', () => {
    expect(codesOf(body.safeParse({ live_ids: [] }))).toEqual(['empty_live_ids']);
    expect(codesOf(body.safeParse({}))).toEqual([undefined]);
  });

  it('passes ids on as sent, to be canonicalised later', () => {
    expect(body.parse({ live_ids: ['a', 7, '7.0'] })).toMatchObject({ live_ids: ['a', 7, '7.0'] });
  });
});

describe('queries', () => {
  const { body } = routes['collections.query'];
  it('are limited in characters, not code units', () => {
    const longest = '😀'.repeat(limits.queryCharacters);
    expect(body.safeParse({ query: longest }).success).toBe(true);
    expect(pathsOf(body.safeParse({ query: `${longest}a` }))).toEqual(['query']);
  });

  it('require words or filters; white space does not count', () => {
    expect(body.safeParse({}).success).toBe(false);
    expect(body.safeParse({ query: ' \n\t' }).success).toBe(false);
    expect(body.safeParse({ query: ' ', filters: { a: 1 } }).success).toBe(true);
    expect(body.parse({ filters: { a: 1 } }).top_k).toBe(limits.topKDefault);
  });

  it.each([0, 101, 1.5, '5', null])('refuse top_k %j', (top_k) => {
    expect(pathsOf(body.safeParse({ query: 'a', top_k }))).toEqual(['top_k']);
  });

  it('pass filters on unchanged, also for a field named __proto__', () => {
    const filters = JSON.parse('{"__proto__": 1}') as unknown;
    expect(body.parse({ filters }).filters).toBe(filters);
  });
});

describe('configurations', () => {
  const { body } = routes['collections.update'];
  it('reset a key by null, and require at least one key', () => {
    expect(body.parse({ exposed_fields: null })).toEqual({ exposed_fields: null });
    expect(body.safeParse({}).success).toBe(false);
  });

  it('keep field types of any name, and refuse an unknown type with its field', () => {
    const types = JSON.parse('{"__proto__": "number"}') as Record<string, 'number'>;
    expect(body.parse({ field_types: types }).field_types).toBe(types);
    expect(pathsOf(body.safeParse({ field_types: { price: 'money' } }))).toEqual(['field_types.price']);
    for (const wrong of [[], 'price', 5]) {
      expect(body.safeParse({ field_types: wrong }).success).toBe(false);
    }
  });

  it('refuse a repeated field', () => {
    expect(pathsOf(body.safeParse({ id_match_fields: ['sku', 'sku'] }))).toEqual(['id_match_fields']);
  });
});

describe('text', () => {
  const { body } = routes['collections.create'];
  it.each(['a\0b', '\ud800', 'a\udc00'])('%j cannot be stored and is refused', (description) => {
    expect(pathsOf(body.safeParse({ name: 'products', description }))).toEqual(['description']);
  });

  it('with any other content passes unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (description) => {
        fc.pre(!description.includes('\0') && Array.from(description).length <= limits.descriptionCharacters);
        return body.parse({ name: 'products', description }).description === description;
      }),
    );
  });

  it.each(['Products', '-a', 'a b', '', 'a'.repeat(65), 'ä'])('%j is no collection name', (name) => {
    expect(pathsOf(body.safeParse({ name }))).toEqual(['name']);
  });
});

describe('query strings', () => {
  it('limit pages to 1 to 500 entries, by default 100', () => {
    const { query } = routes['audit.list'];
    expect(query.parse({}).limit).toBe(limits.pageDefault);
    expect(query.parse({ limit: '500' }).limit).toBe(500);
    for (const limit of ['501', '0', '-1', '1.5', 'ten', '']) {
      expect(query.safeParse({ limit }).success, limit).toBe(false);
    }
  });

  it('return the lists of /v1 completely unless a limit is given', () => {
    expect(routes['members.list'].query.parse({})).toEqual({});
  });

  it('preview a reindex unless `dry_run` is exactly false', () => {
    const { query } = routes['collections.reindex'];
    expect(query.parse({})).toEqual({ dry_run: true });
    expect(query.parse({ dry_run: 'false' })).toEqual({ dry_run: false });
    for (const dry_run of ['0', 'no', 'False', '']) {
      expect(query.safeParse({ dry_run }).success, dry_run).toBe(false);
    }
  });
});

describe('API keys', () => {
  const { body } = routes['api_keys.create'];
  it('require one capability or several, not both or neither', () => {
    expect(body.safeParse({ name: 'k', capability: 'manage_members' }).success).toBe(true);
    expect(body.safeParse({ name: 'k', capabilities: ['manage_members', 'manage_readers'] }).success).toBe(true);
    for (const wrong of [{}, { capabilities: [] }, { capability: 'all' }]) {
      expect(body.safeParse({ name: 'k', ...wrong }).success).toBe(false);
    }
    expect(body.safeParse({ name: 'k', capability: 'manage_members', capabilities: ['manage_members'] }).success).toBe(
      false,
    );
  });
});

describe('JSON Schema', () => {
  it('marks a key with a default as optional in requests and required in answers', () => {
    const { body } = routes['members.grant'];
    const definition = (io: 'input' | 'output') => toJsonSchema(body, io).$defs?.MemberGrant;
    expect(definition('input')).toMatchObject({ required: ['email'], additionalProperties: false });
    expect(definition('output')).toMatchObject({ required: ['email', 'groups', 'send_email', 'access'] });
  });

  it('contains the default of a query parameter', () => {
    const { properties } = toJsonSchema(routes['collections.reindex'].query, 'input');
    expect(properties?.dry_run).toMatchObject({ type: 'boolean', default: true });
  });

  it('allows answers to gain keys', () => {
    expect(JSON.stringify(toJsonSchema(routes['collections.describe'].answer, 'output'))).not.toContain(
      '"additionalProperties":false',
    );
  });
});
