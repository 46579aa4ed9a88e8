import { serve as listen } from '../../../http/testing/serve.js';
import type { TestService } from '../../../testing/service.js';

/** A test service that listens, as git needs it. */
export interface Served {
  readonly url: string;
  /** The address of a repo with a token in it, as git takes it. */
  remote(slug: string, repo: string, token: string): string;
  close(): Promise<void>;
}

/** Listens on a free port of this machine. */
export async function serve(service: TestService): Promise<Served> {
  const { url, close } = await listen(service);
  const host = new URL(url).host;
  return { url, remote: (slug, repo, token) => `http://git:${token}@${host}/git/${slug}/${repo}.git`, close };
}
