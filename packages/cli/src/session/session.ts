import { type CallOptions, type Client, type ClientSettings, createClient } from '@tessera/client';
import { endpoints, type OperationId, type Workspace, type WorkspaceReference } from '@tessera/contract';
import { parseJson } from '@tessera/json';
import { type StoredLogin, StoredLogins, type StoredWorkspace } from '../config/stored-logins.js';
import { CommandFailure, usageFailure } from '../failure.js';
import { type Host, setting } from '../host.js';
import {
  type CredentialChoice,
  credentialChoice,
  findCredential,
  fingerprint,
  type GlobalOptions,
  isPinned,
} from './credentials.js';
import { stringifyBody } from './json.js';

/** What a call sends, in the parts of a request. */
export interface CallInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** An answer as the service wrote it, and its parsed form for display. */
export interface ReceivedAnswer {
  readonly text: string;
  readonly value: unknown;
}

const defaultBaseUrl = 'http://127.0.0.1:8080';
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type UntypedCall = (id: OperationId, input: CallInput, options: CallOptions) => Promise<unknown>;

/** One command's access to the service: its server, credential and workspace. */
export class Session {
  readonly host: Host;
  readonly logins: StoredLogins;
  readonly baseUrl: string;
  /** The slug or id of the workspace in `--workspace` or `SVC_WORKSPACE`. */
  readonly pin: string | undefined;
  private readonly options: GlobalOptions;

  constructor(host: Host, options: GlobalOptions) {
    this.host = host;
    this.options = options;
    this.logins = new StoredLogins(host.configFolder);
    this.pin = (options.workspace ?? setting(host, 'SVC_WORKSPACE'))?.trim() || undefined;
    this.baseUrl = readBaseUrl(
      options.baseUrl ?? setting(host, 'SVC_BASE_URL') ?? this.logins.current() ?? defaultBaseUrl,
    );
  }

  /** The stored state of this server. */
  get stored(): StoredLogin {
    return this.logins.of(this.baseUrl);
  }

  /** The workspace that was chosen with this credential. It does not apply to others. */
  chosen(credential: string | undefined): StoredWorkspace | undefined {
    if (credential === undefined || isPinned(credential)) return undefined;
    return choicesIn(this.storedIfNeeded()).get(fingerprint(credential));
  }

  /** Stores who signed in to this server and, if there is one, the chosen workspace. */
  keepLogin(token: string, identity: string, workspace: WorkspaceReference | undefined): void {
    const { token: earlier } = this.stored;
    const choices = choicesIn(this.stored);
    if (earlier !== undefined) choices.delete(fingerprint(earlier));
    if (workspace !== undefined) choices.set(fingerprint(token), nameOf(workspace));
    this.logins.keep(this.baseUrl, { token, identity, ...withChoices(choices) });
  }

  /** Stores the workspace chosen with a credential. */
  keepChoice(workspace: WorkspaceReference, credential: string): void {
    const choices = choicesIn(this.stored).set(fingerprint(credential), nameOf(workspace));
    this.logins.change(this.baseUrl, { ...this.stored, ...withChoices(choices) });
  }

  /** The credential for an operation of this kind. Throws `CommandFailure` if there is none. */
  credential(choice: CredentialChoice = 'identity'): string | undefined {
    const { host, baseUrl } = this;
    return findCredential(choice, { host, options: this.options, baseUrl, storedToken: () => this.stored.token });
  }

  /** The stored state. If it cannot be read but server and credential are given, returns an empty state. */
  private storedIfNeeded(): StoredLogin {
    try {
      return this.stored;
    } catch (error) {
      const { baseUrl, token, apiKey } = this.options;
      const isServerGiven = (baseUrl ?? setting(this.host, 'SVC_BASE_URL')) !== undefined;
      const isCredentialGiven = (token ?? apiKey ?? setting(this.host, 'SVC_TOKEN')) !== undefined;
      if (isServerGiven && isCredentialGiven) return {};
      throw error;
    }
  }

  /** A client with the given credential or none. It has no default workspace. */
  client(credential: string | undefined, settings: Partial<ClientSettings> = {}): Client {
    return createClient({
      baseUrl: this.baseUrl,
      json: { parse: parseJson, stringify: stringifyBody },
      ...(credential === undefined ? {} : { token: credential }),
      ...settings,
    });
  }

  /** Calls an operation with its credential and workspace. */
  async call(id: OperationId, input: CallInput): Promise<ReceivedAnswer> {
    const send = await this.bindOperation(id);
    return send(input);
  }

  /** Determines credential and workspace once, for any number of calls of one operation. */
  async bindOperation(
    id: OperationId,
    settings: Partial<ClientSettings> = {},
  ): Promise<(input: CallInput, options?: CallOptions) => Promise<ReceivedAnswer>> {
    const credential = this.credential(credentialChoice(id));
    const workspace = await this.workspaceOf(id, credential);
    let text = '';
    const parse = (received: string): unknown => {
      text = received;
      return parseJson(received);
    };
    const client = this.client(credential, { json: { parse, stringify: stringifyBody }, ...settings });
    // The cast is safe, because a test checks the table of commands against the contract, which these types cannot
    // express.
    const call = client.call as UntypedCall;
    return async (input, options = {}) => {
      const value = await call(id, input, { ...options, ...(workspace === undefined ? {} : { workspace }) });
      return { text, value };
    };
  }

  /** The UUID of the workspace for a call. Undefined if the call names none. */
  async workspaceOf(id: OperationId, credential: string | undefined): Promise<string | undefined> {
    if (!endpoints[id].takesWorkspaceHeader) return undefined;
    if (this.pin === undefined) return this.chosen(credential)?.id ?? (await this.onlyWorkspace(credential));
    if (uuidPattern.test(this.pin)) return this.pin;
    return (await this.findBySlug(this.pin, credential)).id;
  }

  /** Finds the reachable workspace with this slug or id. Throws `CommandFailure` if there is none. */
  async findWorkspace(selector: string): Promise<Workspace> {
    const { workspaces } = await this.client(this.credential()).workspaces.list();
    return pick(workspaces, selector);
  }

  /** The workspace of a caller who has only one. A pinned credential needs no lookup. */
  private async onlyWorkspace(credential: string | undefined): Promise<string | undefined> {
    if (isPinned(credential)) return undefined;
    const { workspaces } = await this.client(credential).workspaces.list();
    return workspaces.length === 1 ? workspaces[0]?.id : undefined;
  }

  private async findBySlug(slug: string, credential: string | undefined): Promise<{ readonly id: string }> {
    const client = this.client(credential);
    if (credential?.startsWith('svc_ak_')) {
      const { workspace } = await client.me.get();
      return pick(workspace === undefined ? [] : [workspace], slug);
    }
    return pick((await client.workspaces.list()).workspaces, slug);
  }
}

/** The fields of a workspace that identify it. */
function nameOf({ id, slug, name }: WorkspaceReference): StoredWorkspace {
  return { id, slug, name };
}

function choicesIn({ choices = {} }: StoredLogin): Map<string, StoredWorkspace> {
  return new Map(Object.entries(choices));
}

function withChoices(choices: ReadonlyMap<string, StoredWorkspace>): Pick<StoredLogin, 'choices'> {
  return choices.size === 0 ? {} : { choices: Object.fromEntries(choices) };
}

function pick<Entry extends { readonly id: string; readonly slug: string }>(
  entries: readonly Entry[],
  selector: string,
): Entry {
  const wanted = selector.trim();
  const found = entries.find(({ id, slug }) => slug === wanted || id === wanted.toLowerCase());
  if (found !== undefined) return found;
  const reachable = entries.map(({ slug }) => slug).join(', ');
  throw new CommandFailure(`You cannot reach a workspace "${selector}".`, undefined, [
    reachable === '' ? 'This credential cannot reach any workspace.' : `Workspaces that you can reach: ${reachable}.`,
  ]);
}

function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw usageFailure(`"${text}" is not the address of a server; it looks like https://records.example.org.`);
  }
  return text.replace(/\/+$/, '');
}
