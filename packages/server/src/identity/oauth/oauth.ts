import type { Provider } from 'oidc-provider';
import { oauthCookies } from './addresses.js';
import { callerAddress } from './client-documents.js';
import { type NodeExchange, nodeExchange } from './node-exchange.js';
import { createProvider, type OauthOptions, type OauthServices } from './provider.js';
import { cookieForBrowser, cookieForLibrary } from './step-cookies.js';

/** A request as the library receives it. */
export interface OauthRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string | undefined;
  /** The sender's network address. Client documents are fetched alternately for different addresses. */
  readonly address?: string | undefined;
}

/** The authorization server for the relay. */
export interface Oauth {
  /** The library's server, loaded on first use. */
  provider(): Promise<Provider>;
  /** Passes a browser's request to the library without a network connection. */
  exchange(request: OauthRequest): NodeExchange;
  /** Passes a request to the library and returns its response. */
  answer(request: OauthRequest): Promise<Response>;
}

/** Creates the authorization server. */
export function createOauth(services: OauthServices, options?: OauthOptions): Oauth {
  let provider: Promise<Provider> | undefined;
  const load = (): Promise<Provider> => {
    provider ??= createProvider(services, options);
    return provider;
  };
  const { host, protocol } = new URL(services.baseUrl);
  const { interaction, resume } = oauthCookies(services.baseUrl);
  const stepCookies = [interaction, resume];
  const exchange = ({ headers = {}, ...request }: OauthRequest): NodeExchange => {
    const cookie = cookieForLibrary({ cookie: headers.cookie, path: request.path }, stepCookies);
    const given = Object.entries({ ...headers, cookie }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    const own = { host, 'x-forwarded-proto': protocol.replace(':', '') };
    return nodeExchange({ ...request, headers: { ...Object.fromEntries(given), ...own } });
  };
  return {
    provider: load,
    exchange,
    answer: async ({ address, ...request }) => {
      const { incoming, outgoing, answered } = exchange(request);
      const handle = (await load()).callback();
      const response = await callerAddress.run(address ?? '', () => {
        void handle(incoming, outgoing);
        return answered;
      });
      const sent = { cookie: request.headers?.cookie, path: request.path };
      const cookies = response.headers.getSetCookie().map((each) => cookieForBrowser(each, sent, stepCookies));
      response.headers.delete('set-cookie');
      for (const cookie of cookies) {
        response.headers.append('set-cookie', cookie);
      }
      return response;
    },
  };
}
