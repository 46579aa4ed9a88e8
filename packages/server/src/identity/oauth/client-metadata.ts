import { limits } from '@tessera/contract';
import { z } from 'zod';

const webUrl = z.httpUrl().max(2_000).optional().catch(undefined);

/** The part of a client's registration that is stored. All clients are public and use authorization codes. */
const clientMetadata = z.object({
  redirect_uris: z.array(z.string().max(2_000)).min(1).max(10),
  client_name: z.string().trim().min(1).max(limits.nameCharacters).optional(),
  client_uri: webUrl,
  logo_uri: webUrl,
  policy_uri: webUrl,
  tos_uri: webUrl,
});

/** Metadata of a client as it is registered. */
export type ClientMetadata = z.infer<typeof clientMetadata> & { readonly token_endpoint_auth_method: 'none' };

/** Parses the body of a registration. Returns the metadata to register, or the problem. */
export function readClientMetadata(body: string): ClientMetadata | { readonly problem: string } {
  try {
    const read = clientMetadata.safeParse(JSON.parse(body));
    return read.success
      ? { ...read.data, token_endpoint_auth_method: 'none' }
      : { problem: `${read.error.issues[0]?.path.join('.')}: ${read.error.issues[0]?.message}` };
  } catch {
    return { problem: 'The body is not JSON.' };
  }
}
