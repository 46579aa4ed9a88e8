import { describe, expect, it } from 'vitest';
import { createKey } from '../access/testing/keys.js';
import { startServedService } from '../testing/served-service.js';

const limit = 10;

const service = await startServedService({ SVC_CALLS_PER_MINUTE: String(limit) });
const workspace = await service.createWorkspace();
const other = await service.createWorkspace();
const key: string = (await createKey(service, workspace.id)).secret;

describe('call limit of a credential', () => {
  const statuses = async (path: string, headers: Readonly<Record<string, string>>, calls: number) => {
    const answers: number[] = [];
    for (let call = 0; call < calls; call += 1) {
      answers.push((await fetch(service.url + path, { headers })).status);
    }
    return answers;
  };
  const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
  const accepted = Array<number>(limit).fill(200);

  it('refuses calls above the limit with the time to wait, and does not affect other credentials', async () => {
    expect(await statuses('/collections', bearer(workspace.token), limit + 1)).toEqual([...accepted, 429]);
    const answer = await fetch(`${service.url}/me`, { headers: bearer(workspace.token) });
    expect(await answer.json()).toMatchObject({ error: { code: 'rate_limited' } });
    expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(answer.headers.get('ratelimit-policy')).toBe(`"calls";q=${limit};w=60`);
    expect(answer.headers.get('ratelimit')).toMatch(/^"calls";r=0;t=\d+$/);
    expect(await statuses('/collections', bearer(other.token), 1)).toEqual([200]);
  });

  it('counts calls with an unknown credential, but not calls without a credential', async () => {
    const unknown = bearer(`svc_tk_${'u'.repeat(43)}`);
    expect(await statuses('/collections', unknown, limit + 1)).toEqual([...Array<number>(limit).fill(401), 429]);
    expect(await statuses('/health', {}, 2 * limit)).toEqual([...accepted, ...accepted]);
  });

  it('does not apply to API keys, whose calls count against the limits of /v1', async () => {
    expect(await statuses('/v1/members', bearer(key), 2 * limit)).toEqual([...accepted, ...accepted]);
  });
});
