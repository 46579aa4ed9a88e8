import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import {
  Client,
  type OAuthClientProvider,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import type { Page, TestBrowser } from '../../identity/testing/browser.js';

/** The redirect URI of assistants in tests. */
export const redirectUri = 'http://127.0.0.1:33418/callback';

/** The tokens that the protocol's client stores. */
export interface KeptTokens {
  readonly access_token: string;
  readonly refresh_token?: string | undefined;
}

/** A hosted assistant in a test: the protocol's own client, which discovers how to get a token. */
export interface TestAssistant {
  /** Starts to connect. Returns the URL for the person. */
  begin(): Promise<URL>;
  /** Redeems the code of the redirect, and connects. */
  finish(callback: URL): Promise<Client>;
  tokens(): KeptTokens;
  /** The client id of its registration. */
  clientId(): string;
}

/** Creates an assistant, which registers itself unless a document describes it. */
export function hostedAssistant(url: string, clientMetadataUrl?: string, path = '/mcp/http/'): TestAssistant {
  const kept: {
    information?: StoredOAuthClientInformation;
    tokens?: StoredOAuthTokens;
    verifier?: string;
    authorization?: URL;
  } = {};
  const provider: OAuthClientProvider = {
    redirectUrl: redirectUri,
    ...(clientMetadataUrl === undefined ? {} : { clientMetadataUrl }),
    clientMetadata: { client_name: 'Test assistant', redirect_uris: [redirectUri] },
    state: () => 'a-state',
    clientInformation: () => kept.information,
    saveClientInformation: (information) => {
      kept.information = information;
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens) => {
      kept.tokens = tokens;
    },
    redirectToAuthorization: (authorization) => {
      kept.authorization = authorization;
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier;
    },
    codeVerifier: () => kept.verifier ?? '',
  };
  const relay = new URL(`${url}${path}`);
  const transport = () => new StreamableHTTPClientTransport(relay, { authProvider: provider });
  const client = () => new Client({ name: 'test assistant', version: '1.0.0' });
  return {
    begin: async () => {
      try {
        await client().connect(transport());
      } catch (error) {
        if (!(error instanceof UnauthorizedError)) {
          throw error;
        }
      }
      if (kept.authorization === undefined) {
        throw new Error('the client found no way to authorize');
      }
      return kept.authorization;
    },
    finish: async (callback) => {
      await transport().finishAuth(callback.searchParams);
      const connected = client();
      await connected.connect(transport());
      return connected;
    },
    tokens: () => {
      if (kept.tokens === undefined) {
        throw new Error('the client has no tokens');
      }
      return kept.tokens;
    },
    clientId: () => kept.information?.client_id ?? '',
  };
}

/** Follows redirects in the service. Returns the last page, or the URL that leads out of it. */
export async function follow(browser: TestBrowser, address: URL | string): Promise<{ page: Page; at: URL }> {
  let at = new URL(address, 'http://service.test');
  let page = await browser.open(`${at.pathname}${at.search}`);
  while (page.location !== undefined) {
    const next = new URL(page.location, at);
    if (next.href.startsWith(redirectUri)) {
      return { page, at: next };
    }
    at = next;
    page = await browser.open(`${at.pathname}${at.search}`);
  }
  return { page, at };
}

/** Submits the consent form, and returns where the browser is redirected. */
export async function consent(
  browser: TestBrowser,
  at: URL,
  choice: { readonly read?: string; readonly write?: string; readonly decision?: string },
): Promise<URL> {
  const { read, write = '', decision = 'connect' } = choice;
  const answer = await browser.submit(at.pathname, { ...(read && { read }), write, decision });
  return (await follow(browser, answer.location ?? '/')).at;
}

/** A free port of this machine. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
