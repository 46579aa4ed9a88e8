import { createHash } from 'node:crypto';
import { type OperationId, type RouteDefinition, routes } from '@tessera/contract';
import { CommandFailure } from '../failure.js';
import { type Host, setting } from '../host.js';

/** The kind of credential that an operation requires. */
export type CredentialChoice = 'none' | 'identity' | 'api_key' | 'operator';

/** The global options, as parsed. */
export interface GlobalOptions {
  readonly json?: boolean;
  readonly baseUrl?: string;
  readonly token?: string;
  readonly apiKey?: string;
  readonly workspace?: string;
  readonly yes?: boolean;
}

/** The credential that an operation requires, determined by its policy. */
export function credentialChoice(id: OperationId): CredentialChoice {
  const route: RouteDefinition = routes[id];
  const kinds = route.policy.credentials;
  if (kinds.includes('anonymous')) return 'none';
  if (kinds.every((kind) => kind === 'api_key')) return 'api_key';
  return kinds.every((kind) => kind === 'operator') ? 'operator' : 'identity';
}

interface CredentialSources {
  readonly host: Host;
  readonly options: GlobalOptions;
  readonly baseUrl: string;
  /** Reads the stored credential. Called only if no other is given, because the stored file may be damaged. */
  readonly storedToken: () => string | undefined;
}

/** Finds the credential. Throws an error with advice if there is none. */
export function findCredential(choice: CredentialChoice, sources: CredentialSources): string | undefined {
  const { host, options, baseUrl } = sources;
  const given = options.token ?? setting(host, 'SVC_TOKEN');
  switch (choice) {
    case 'none':
      return undefined;
    case 'operator':
      return required(
        options.token ?? setting(host, 'SVC_OPERATOR_TOKEN'),
        'This command requires the operator token of the server.',
        'Set SVC_OPERATOR_TOKEN. The server stores the token in its data folder.',
      );
    case 'api_key':
      return required(
        options.apiKey ?? given,
        'This command requires an API key of the workspace.',
        'Set SVC_TOKEN to a key, or pass --api-key. An admin creates one with `svc keys create`.',
      );
    case 'identity':
      return required(
        options.token ?? options.apiKey ?? given ?? sources.storedToken(),
        `You are not signed in to ${baseUrl}.`,
        'Run `svc login`, or set SVC_TOKEN to a personal or pinned token.',
      );
  }
}

function required(credential: string | undefined, message: string, hint: string): string {
  if (credential === undefined) throw new CommandFailure(message, undefined, [hint]);
  return credential;
}

/** Whether a credential determines its workspace. A stored choice then does not apply. */
export function isPinned(credential: string | undefined): boolean {
  return credential === undefined || /^svc_(tk|ak|op)_/.test(credential);
}

/** A short text that identifies a credential without revealing it. */
export function fingerprint(credential: string): string {
  return createHash('sha256').update(credential).digest('hex').slice(0, 32);
}
