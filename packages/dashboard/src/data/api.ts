import {
  infiniteQueryOptions,
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import {
  ApiError,
  type CallAnswer,
  type CallRequest,
  type Client,
  ConnectionError,
  createClient,
} from '@tessera/client';
import type { OperationId } from '@tessera/contract';
import { textOf } from '../text.js';

const workspace = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="workspace"]')?.content;
const client: Client = createClient({ baseUrl: '', ...(workspace ? { workspace } : {}) });

/**
 * The client of this page. Every call names the workspace for which the page was sent, so that calls are refused if
 * another tab has switched.
 */
export function api(): Client {
  return client;
}

/** An error in words for people. It has a request id if the service responded. */
interface Problem {
  readonly message: string;
  readonly requestId?: string | undefined;
  /** Messages by the name of a field in the request. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Converts an error to words. Messages of the service are not changed. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ApiError) {
    const details = error.details ?? [];
    const fields = Object.fromEntries([...details].reverse().map(({ path, message }) => [path.split('.')[0], message]));
    return { message: error.message, requestId: error.requestId, fields };
  }
  if (error instanceof ConnectionError) {
    const message = error.timedOut
      ? textOf('The service took too long to answer. Try again.')
      : textOf('The service cannot be reached. Check your connection and try again.');
    return { message, fields: {} };
  }
  return { message: error instanceof Error ? error.message : String(error), fields: {} };
}

/** Whether the service could not be reached. */
export function isOutage(error: unknown): boolean {
  return error instanceof ConnectionError && !error.timedOut;
}

/** Whether the service refused with this code. */
export function isRefusal(error: unknown, code: string): boolean {
  return error instanceof ApiError && error.code === code;
}

type Listener = () => void;
let onConflict: Listener = () => undefined;

/** Called when another tab selects another workspace. */
export function listenForConflict(listener: Listener): void {
  onConflict = listener;
}

let out = false;
const outageListeners = new Set<Listener>();

/** Whether the last call could not reach the service. */
export function isOut(): boolean {
  return out;
}

/**
 * Calls the listener when the service becomes unreachable and when it is reachable again. Returns a function
 * that ends this.
 */
export function listenForOutage(listener: Listener): () => void {
  outageListeners.add(listener);
  return () => outageListeners.delete(listener);
}

function setOut(found: boolean): void {
  if (out !== found) {
    out = found;
    for (const listener of outageListeners) listener();
  }
}

/** Repeats those reads of the page that failed. */
export function readFailedAgain(): Promise<void> {
  return queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => isOutage(state.error) });
}

function handleRefusal(error: unknown): void {
  setOut(isOutage(error));
  if (isRefusal(error, 'workspace_conflict')) {
    onConflict();
  } else if (
    (error as Partial<ApiError>).status === 401 &&
    !(error as Partial<ApiError>).call?.startsWith('operator.')
  ) {
    leave();
  }
}

let isLeaving = false;

/** Clears all cached data and opens the sign-in page, which shows the reason and leads back here. */
function leave(): void {
  // Several calls can be refused before the browser has left the page.
  if (isLeaving) return;
  isLeaving = true;
  // If the caller was never known, there was no session that could have ended.
  const ended = queryClient.getQueryData(read('me.get', {}).queryKey) !== undefined;
  queryClient.clear();
  const next = window.location.pathname + window.location.search;
  window.location.replace(`/sign-in?${new URLSearchParams({ next, ...(ended && { ended: 'true' }) })}`);
}

/**
 * The cache of reads. Reads are repeated when the page becomes visible again. Nothing is stored beyond the life of the
 * page.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: handleRefusal, onSuccess: () => setOut(false) }),
  mutationCache: new MutationCache({ onError: handleRefusal }),
  defaultOptions: {
    // No retries here, because the client retries already, and the attempts would multiply.
    queries: {
      retry: false,
      staleTime: 2_000,
      refetchOnWindowFocus: 'always',
      refetchOnReconnect: true,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

type Request<Id extends OperationId> = Partial<CallRequest<Id>>;

/** Options of a query that consists of one call. Its key is the operation and the input. */
export function read<Id extends OperationId>(id: Id, request?: CallRequest<Id>) {
  return queryOptions({
    queryKey: [id, request ?? {}] as const,
    queryFn: ({ signal }): Promise<CallAnswer<Id>> => untypedCall(id, request, signal),
  });
}

/** Options of a query that reads a list page by page. `key` repeats the query if it changes. */
export function readPages<Id extends OperationId>(id: Id, request: CallRequest<Id> & { query: object }, key = '') {
  return infiniteQueryOptions({
    queryKey: [id, 'pages', request, key] as const,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }): Promise<CallAnswer<Id>> =>
      untypedCall(id, { ...request, query: { ...request.query, ...(cursor !== undefined && { cursor }) } }, signal),
    getNextPageParam: (page) => (page as { readonly next_cursor?: string | null }).next_cursor ?? undefined,
  });
}

// With a generic id, the compiler cannot know that the request belongs to that id.
function untypedCall<Id extends OperationId>(id: Id, request: unknown, signal?: AbortSignal): Promise<CallAnswer<Id>> {
  const call = api().call as (id: Id, request: unknown, options: object) => Promise<CallAnswer<Id>>;
  return call(id, request ?? {}, signal === undefined ? {} : { signal });
}

/**
 * A call that changes something. Afterwards, all reads of the named families are repeated; `collections` means all
 * operations with that prefix. Answers are not cached, because some contain secrets.
 */
export function useChange<Id extends OperationId>(id: Id, families: readonly string[] = []) {
  const client = useQueryClient();
  const affected = [...families, id.split('.')[0] ?? id];
  return useMutation({
    gcTime: 0,
    mutationFn: (request: Request<Id>): Promise<CallAnswer<Id>> => untypedCall(id, request),
    onSettled: () =>
      client.invalidateQueries({
        predicate: ({ queryKey: [operation] }) =>
          affected.some((family) => String(operation).startsWith(`${family}.`) || operation === family),
      }),
  });
}

/** A person as the settings list them. */
export type Person = CallAnswer<'people.list'>['people'][number];

/** The groups of a person, and what each source grants. */
export type PersonAccess = CallAnswer<'settings.get_access'>;

/** Everyone in the workspace, active and revoked. */
export const peopleQuery = () => read('people.list', {});

/** The workspace with its seats. */
export const workspaceQuery = () => read('settings.get_workspace', {});

/** The groups and levels of one person. */
export const accessQuery = (id: string) => read('settings.get_access', { params: { id } });

/** The documents that these patterns match together. */
export function documentsOfPatterns(paths: readonly string[]) {
  return queryOptions({
    ...read('settings.preview_group', { body: { paths: [...paths] } }),
    enabled: paths.length > 0,
    placeholderData: keepPreviousData,
  });
}

// A function, because this module is loaded before the messages.
/** The name of a role in the dashboard. */
export function roleName(role: Person['role']): string {
  return { admin: textOf('Admin'), member: textOf('Editor'), reader: textOf('Member') }[role];
}

/** Adds a group to a person or removes it. The levels of other groups stay the same. */
export function groupChange(id: string, isAssigned: boolean) {
  return async (person: Pick<Person, 'id'>): Promise<void> => {
    const params = { id: person.id };
    const { by_hand: byHand } = await api().call('settings.get_access', { params });
    const others = byHand.filter(({ group_id: assignedId }) => assignedId !== id);
    const assignments = isAssigned ? [...others, { group_id: id, access: 'read_only' as const }] : others;
    await api().call('settings.put_access', { params, body: { assignments } });
  };
}

/** The workspace's own host. */
export const domainQuery = () => read('settings.get_domain', {});

/** The browser sessions in the workspace. */
export const sessionsQuery = () => read('settings.list_sessions', {});

/** The devices that were used in the workspace. */
export const devicesQuery = () => read('settings.list_devices', {});

/** Every API key, including revoked ones. */
export const keysQuery = () => read('api_keys.list', {});

/** Every pinned token, revoked ones too. */
export const tokensQuery = () => read('tokens.list', {});

/** A reader as the settings list them. */
export type Reader = CallAnswer<'settings.list_readers'>['readers'][number];

/** Every magic-link reader, active and revoked. */
export const readersQuery = () => read('settings.list_readers', {});
