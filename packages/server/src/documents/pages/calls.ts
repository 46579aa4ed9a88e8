import { limits, type OperationId } from '@tessera/contract';
import type { Context } from 'hono';
import type { Dispatcher } from '../../dispatch/dispatcher.js';
import type { AnswerOf } from '../../dispatch/operation.js';
import { hasLeft } from '../../http/body-blocks.js';
import { originOf } from '../../http/domain.js';
import { type Appearance, findAppearance } from '../../http/pages/appearance.js';
import { requestLanguage } from '../../http/pages/language.js';
import type { RequestVariables } from '../../http/request.js';
import { credentialsOf } from '../../http/routes.js';
import type { Database } from '../../platform/database/database.js';
import type { FairGate } from '../../platform/turns/fair-gate.js';
import type { Principal } from '../../principals/principal.js';
import { type Site, siteOf } from './site.js';

/** A request for a reading page. */
export type PageRequest = Context<RequestVariables>;

/** The input of a call: the query of a read, or the body of a search. */
interface Sent {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A page of a list. `locked` is present only if requested. */
type ListedPage = Pick<AnswerOf<'documents.list'>, 'documents' | 'locked'>;

/** Calls operations with the credentials of a request. Pages access documents in no other way. */
export interface Calls {
  readonly site: Site;
  /**
   * The origin of URLs for search engines: that of the workspace's own host, else of the service. Call it after an
   * admitted call.
   */
  origin(): Promise<string>;
  /** Calls an operation. Throws its error, a `ServiceError`. */
  ask<Id extends OperationId>(operation: Id, sent?: Sent): Promise<AnswerOf<Id>>;
  /**
   * Lists the documents below a path in pages, at most `limits.documentsListed` per request. The lists of one workspace
   * run one after another. Any reader can list everything: without the gate, `/health` takes up to twice as long while 20
   * readers do (`bench hostile`).
   */
  listed(query: Readonly<Record<string, string>>): AsyncIterable<ListedPage>;
  /** Whether `listed` ended before the last document. */
  isCut(): boolean;
  /** The caller; undefined before a call was admitted. */
  caller(): Principal | undefined;
  /** The appearance of the caller's workspace; undefined before a call was admitted. */
  appearance(): Promise<Appearance | undefined>;
}

/** The services that reading pages use. */
export interface PageSource {
  readonly dispatcher: Dispatcher;
  readonly database: Database;
  readonly baseUrl: string;
  /** Limits how many workspaces list documents at the same time. */
  readonly listing: FairGate;
}

const listPage = 500;

/**
 * The calls of a request for a page. On a public site the caller is a visitor, otherwise the request's credentials are
 * used.
 */
export function callsOf(c: PageRequest, source: PageSource, site = siteOf(c)): Calls {
  const { dispatcher, database, baseUrl, listing } = source;
  let principal: Principal | undefined;
  let appearance: Promise<Appearance | undefined> | undefined;
  let left: number = limits.documentsListed;
  let isCut = false;
  const credentials = site.slug === undefined ? credentialsOf(c) : { visited: site.slug };
  const calls: Calls = {
    site,
    origin: async () => {
      const [id, domain] = [principal?.scope?.workspace.id, c.get('domain')];
      return id === undefined || domain !== undefined
        ? (domain?.origin ?? baseUrl)
        : database.inWorkspace(id, (transaction) => originOf(transaction, id, baseUrl), 'read');
    },
    listed: async function* (query) {
      if (principal === undefined) {
        // This call is admitted first, because the gate needs the workspace.
        await calls.ask('repos.list');
      }
      const share = principal?.scope?.workspace.id ?? '';
      let cursor: string | null = '';
      while (cursor !== null && left > 0) {
        const sent = { ...query, limit: String(Math.min(listPage, left)), ...(cursor === '' ? {} : { cursor }) };
        const page: AnswerOf<'documents.list'> = await listing.run(share, () =>
          calls.ask('documents.list', { query: sent }),
        );
        left -= page.documents.length + (page.locked?.length ?? 0);
        cursor = page.next_cursor;
        yield page;
      }
      isCut ||= cursor !== null;
    },
    isCut: () => isCut,
    ask: async <Id extends OperationId>(operation: Id, { query = {}, body }: Sent = {}) => {
      const outcome = await dispatcher.call({
        operation,
        credentials,
        workspaceHeader: site.slug === undefined ? c.req.header('x-svc-workspace') : undefined,
        requestId: c.get('requestId'),
        hasLeft: () => hasLeft(c),
        input: async () => ({ params: {}, query, body }),
      });
      principal = outcome.principal ?? principal;
      c.set('principal', principal);
      if (requestLanguage() === undefined) {
        // Sets the language of the page, also of a refusal, to that of the workspace, if no other was chosen.
        await calls.appearance();
      }
      if (outcome.refusal !== undefined) {
        c.set('fault', outcome.fault);
        throw outcome.refusal;
      }
      return outcome.answer as AnswerOf<Id>;
    },
    caller: () => principal,
    appearance: async () => {
      const id = principal?.scope?.workspace.id;
      if (id === undefined) {
        return undefined;
      }
      appearance ??= database.inWorkspace(id, (transaction) => findAppearance(transaction, id), 'read');
      return appearance;
    },
  };
  return calls;
}
