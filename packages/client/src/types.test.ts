import { describe, expectTypeOf, it } from 'vitest';
import type { CallAnswer, CallRequest, Client, PagedOperationId, PageItem } from './index.js';

// `npm run types` checks these tests at compile time.
describe('the types', () => {
  it('require the input of an operation and accept no other', () => {
    expectTypeOf<CallRequest<'collections.get_record'>['params']>().toEqualTypeOf<{ name: string; id: string }>();
    expectTypeOf<keyof CallRequest<'collections.get_record'>>().toEqualTypeOf<'params'>();
    expectTypeOf<CallRequest<'me.get'>>().toEqualTypeOf<Record<never, never>>();
    expectTypeOf<NonNullable<CallRequest<'collections.query'>['body']>['query']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<CallRequest<'ingest.record'>['body']>().toBeUnknown();
  });

  it('make the request optional only if nothing in it is required', () => {
    expectTypeOf<Client['collections']['list']>().toBeCallableWith();
    expectTypeOf<Client['collections']['reindex']>().toBeCallableWith({ params: { name: 'a' } });
    // @ts-expect-error the collection is missing
    expectTypeOf<Client['collections']['describe']>().toBeCallableWith();
    // @ts-expect-error the record is missing
    expectTypeOf<Client['ingest']['record']>().toBeCallableWith({ params: { secret: 's' } });
    // @ts-expect-error there is no such level
    expectTypeOf<Client['members']['grant']>().toBeCallableWith({ body: { email: 'a@example.org', access: 'all' } });
  });

  it('include the answer, and the entries of a list', () => {
    expectTypeOf<CallAnswer<'collections.query'>['confidence']>().toEqualTypeOf<'high' | 'low' | 'none'>();
    expectTypeOf<PageItem<'collections.list_records'>['external_id']>().toBeString();
    expectTypeOf<PageItem<'audit.list'>['action']>().toBeString();
    expectTypeOf<'workspaces.list'>().not.toExtend<PagedOperationId>();
  });
});
