import { endpoints, type OperationId } from '@tessera/contract';
import { type ClientSettings, Transport } from './transport.js';
import type {
  CallAnswer,
  CallArguments,
  CallOptions,
  PagedOperationId,
  PageItem,
  RequestInput,
  Resources,
} from './types.js';

/** The typed client: `call` for any operation, one method per operation, and lists as iterators. */
export interface Client extends Resources {
  /** Calls an operation. Rejects with `ApiError`, `ConnectionError` or the reason of an aborted signal. */
  call<Id extends OperationId>(id: Id, ...args: CallArguments<Id>): Promise<CallAnswer<Id>>;
  /** The pages of a list. Each is fetched when it is needed. */
  pages<Id extends PagedOperationId>(
    id: Id,
    ...args: CallArguments<Id>
  ): AsyncGenerator<CallAnswer<Id>, void, undefined>;
  /** The entries of a list, page after page. */
  items<Id extends PagedOperationId>(id: Id, ...args: CallArguments<Id>): AsyncGenerator<PageItem<Id>, void, undefined>;
}

/** Creates a client. It has no connection and no state, so create one for each credential. */
export function createClient(settings: ClientSettings): Client {
  const transport = new Transport(settings);
  const call = (id: OperationId, input: RequestInput = {}, options: CallOptions = {}): Promise<unknown> =>
    transport.call(id, input, options);
  const pages = (id: PagedOperationId, input?: RequestInput, options?: CallOptions) =>
    eachPage(call, id, { input, options });
  const items = (id: PagedOperationId, input?: RequestInput, options?: CallOptions) =>
    eachItem(pages(id, input, options));
  // The cast is safe: both the functions and the types are derived from the contract.
  return { ...resources(call), call, pages, items } as unknown as Client;
}

type UntypedCall = (id: OperationId, input?: RequestInput, options?: CallOptions) => Promise<unknown>;
type Page = Readonly<Record<string, unknown>> & { readonly next_cursor?: string | null };

function resources(call: UntypedCall): Record<string, Record<string, unknown>> {
  const families: Record<string, Record<string, unknown>> = {};
  for (const id of Object.keys(endpoints) as OperationId[]) {
    const [family = id, verb = id] = id.split('.');
    families[family] = {
      ...families[family],
      [verb]: (input?: RequestInput, options?: CallOptions) => call(id, input, options),
    };
  }
  return families;
}

async function* eachPage(
  call: UntypedCall,
  id: PagedOperationId,
  { input = {}, options }: { input?: RequestInput | undefined; options?: CallOptions | undefined },
): AsyncGenerator<Page, void, undefined> {
  let cursor: unknown = input.query?.cursor;
  do {
    const page = (await call(id, { ...input, query: { ...input.query, cursor } }, options)) as Page;
    yield page;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
}

async function* eachItem(pages: AsyncGenerator<Page, void, undefined>): AsyncGenerator<unknown, void, undefined> {
  for await (const page of pages) {
    yield* Object.values(page).find((value) => Array.isArray(value)) ?? [];
  }
}
