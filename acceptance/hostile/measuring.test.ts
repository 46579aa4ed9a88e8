import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asNewAdmin, call, ok, type Refusal } from '../http.js';
import { startOwnService } from '../own-service.js';
import type { OwnService } from '../service.js';

type Evaluation = Readonly<Record<'high' | 'low' | 'none', { readonly given: number }>>;

interface Matches {
  readonly matches: { id: string; external_ids: string[]; decided?: { decision: string; keep?: string } }[];
  readonly complete: boolean;
}

let target: OwnService;
beforeAll(async () => {
  target = await startOwnService();
});
afterAll(() => target.dispose());

/** An admin with a collection in which two records have the same identifier. */
async function anAdmin() {
  const { asAdmin } = await asNewAdmin(target);
  await ok('POST /collections', { ...asAdmin, body: { name: 'things', id_match_fields: ['code'] } });
  const records = ['1', '2'].map((id) => ({ id, name: 'Oak lamp', code: 'L-100' }));
  await ok('POST /collections/things/records', { ...asAdmin, body: { records } });
  return asAdmin;
}

describe('evaluate', () => {
  const evaluate = (asAdmin: Awaited<ReturnType<typeof anAdmin>>, cases: unknown[], more: object = {}) =>
    call<Evaluation>('POST /collections/things/evaluate', { ...asAdmin, body: { cases, ...more } });

  it('answers any text, and refuses what is not a case, by its position', async () => {
    const asAdmin = await anAdmin();
    const texts = ['\u{1F4A1}'.repeat(2_000), '('.repeat(2_000), '\\'.repeat(2_000), '<svg onload=alert(1)>', '%_%_%'];
    const cases = [...texts, 'L-100'].map((query) => ({ query, external_id: '__proto__' }));
    const { status, body } = await evaluate(asAdmin, cases);
    expect([status, body.high.given + body.low.given + body.none.given]).toEqual([200, cases.length]);
    for (const bad of [
      {},
      { query: 'x'.repeat(2_001), external_id: '1' },
      { query: 'a', record: {}, external_id: '1' },
    ]) {
      const refused = await evaluate(asAdmin, [{ query: 'a', external_id: null }, bad]);
      expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining('cases.1')]);
    }
    const tooMany = Array.from({ length: 5_001 }, () => ({ query: 'a', external_id: null }));
    expect((await evaluate(asAdmin, tooMany)).status).toBe(400);
  });

  it('neither reads nor labels the collection of another workspace', async () => {
    const [one, other] = [await anAdmin(), await anAdmin()];
    await ok('POST /collections/things/records', { ...other, body: { records: [{ id: '9', name: 'Secret chair' }] } });
    const { body } = await evaluate(one, [{ query: 'Secret chair', external_id: '9' }], { keep: true });
    expect(body).toMatchObject({ high: { given: 0 }, low: { listed: 0 } });
    expect(await ok('GET /collections/things/describe', other)).toMatchObject({ measured: null });
  });

  it('in parallel delays no other workspace until it ends', async () => {
    const [attacker, other] = [await anAdmin(), await anAdmin()];
    const cases = Array.from({ length: 500 }, (_, n) => ({ query: `oak lamp ${n} L-100 desk`, external_id: '1' }));
    let ended = false;
    const attack = Promise.all(Array.from({ length: 4 }, () => evaluate(attacker, cases))).finally(() => {
      ended = true;
    });
    const query = { ...other, body: { query: 'oak lamp' } };
    let answered = 0;
    while (!ended) {
      expect((await call('POST /collections/things/query', query)).status).toBe(200);
      answered += 1;
    }
    expect(answered).toBeGreaterThan(1);
    expect((await attack).filter(({ status }) => ![200, 429, 503].includes(status))).toEqual([]);
  });
});

describe('decisions on matches', () => {
  async function matchOf(asAdmin: Awaited<ReturnType<typeof anAdmin>>) {
    const list = () => ok<Matches>('GET /collections/things/matches', asAdmin);
    let found = await list();
    while (!found.complete || found.matches.length === 0) {
      found = await list();
    }
    return found.matches[0] as Matches['matches'][number];
  }
  const decide = (asAdmin: Awaited<ReturnType<typeof anAdmin>>, id: string, body: object) =>
    call<Refusal>(`POST /collections/things/matches/${encodeURIComponent(id)}`, { ...asAdmin, body });

  it('are refused for a pair of another workspace, an unknown pair and a record outside of the pair', async () => {
    const [one, other] = [await anAdmin(), await anAdmin()];
    const match = await matchOf(one);
    const same = { decision: 'same', keep: '1' };
    for (const id of ['x', '../../..', "' or 1=1 --", '00000000-0000-4000-8000-000000000000']) {
      expect((await decide(one, id, same)).status).toBe(404);
    }
    expect((await decide(other, match.id, same)).body.error.code).toBe('match_not_found');
    for (const body of [{ ...same, keep: '3' }, { ...same, keep: '__proto__' }, { decision: 'both' }, {}]) {
      expect((await decide(one, match.id, body)).status).toBe(400);
    }
    expect((await matchOf(one)).decided).toBeUndefined();
  });

  it('that contradict each other at the same time leave one of them, whole', async () => {
    const asAdmin = await anAdmin();
    const { id } = await matchOf(asAdmin);
    const sent = Array.from({ length: 24 }, (_, n) =>
      n % 3 === 0 ? { decision: 'different' } : { decision: 'same', keep: String(n % 3) },
    );
    const answers = await Promise.all(sent.map((body) => decide(asAdmin, id, body)));
    expect(answers.filter(({ status }) => ![200, 429, 503].includes(status))).toEqual([]);
    const [decided] = (await ok<Matches>('GET /collections/things/matches?state=same', asAdmin)).matches;
    const [different] = (await ok<Matches>('GET /collections/things/matches?state=different', asAdmin)).matches;
    expect([decided, different].filter((each) => each !== undefined)).toHaveLength(1);
    expect(decided === undefined || ['1', '2'].includes(decided.decided?.keep ?? '')).toBe(true);
  });

  it('end when a record of the pair is deleted', async () => {
    const asAdmin = await anAdmin();
    const { id } = await matchOf(asAdmin);
    await ok('DELETE /collections/things/records/2', asAdmin);
    expect((await decide(asAdmin, id, { decision: 'same', keep: '2' })).status).toBe(404);
  });
});
