import { describe, expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { type Caller, callersWorkspace } from '../testing/callers.js';

const secret = 'Merger with Acme is planned';
const innocent = 'Oak shelf of four boards';
const now = { id: 'r', name: 'Grey office chair', color: 'red' };

let made = 0;

// Records are embedded only when a test requests it.
const service = await startSuiteService({ SVC_EMBED_SWEEP_SECONDS: '86400' });
const workspace = await callersWorkspace(service);

interface Fixture {
  readonly path: string;
  readonly ingest: string;
  readonly caller: Caller;
}

/** Creates a collection with a caller who may read its red records. */
async function createFixture(): Promise<Fixture> {
  made += 1;
  const path = `/collections/former-${made}`;
  const { secret: ingestSecret } = await workspace.must('POST', '/collections', { name: `former-${made}` });
  const group = await workspace.group();
  await workspace.must('PUT', `${path}/grants/${group}`, { permission: 'read', filter: { color: 'red' } });
  await workspace.must('POST', `${path}/import`, { records: [{ id: 'other', name: 'Brass lamp', color: 'red' }] });
  const caller = await workspace.pinned({ role: 'member', access: 'read_only', groups: [group] });
  return { path, ingest: `/ingest/${ingestSecret}`, caller };
}

/** Queries the secret as a caller. Returns the records that are found, with their relevance. */
const askForSecret = ({ path }: Fixture, by: Caller) =>
  workspace.must('POST', `${path}/query`, { query: secret }, by).then(({ results, ...verdict }) => ({
    ...verdict,
    found: results.map((hit: { external_id: string; relevance: number }) => [hit.external_id, hit.relevance]),
  }));

describe('collections.query > the vector of a replaced text', () => {
  it.each([
    ['outside the slice that it then enters', { color: 'blue' }, false],
    ['outside the slice, before it was deleted and came back inside', { color: 'blue' }, true],
    ['inside the slice', { color: 'red' }, false],
  ])('finds nothing by it after %s, also before the new text is embedded', async (_title, before, isDeleted) => {
    const answers: Awaited<ReturnType<typeof askForSecret>>[][] = [];
    for (const name of [secret, innocent]) {
      const fixture = await createFixture();
      await workspace.must('POST', `${fixture.path}/import`, { records: [{ ...now, ...before, name }] });
      // The index of one process contains the record, and that of the other does not.
      await askForSecret(fixture, workspace.admin);
      if (isDeleted) {
        await workspace.must('DELETE', `${fixture.path}/records/r`);
      }
      const written = await workspace.must('POST', `${fixture.ingest}/batch`, { records: [now] }, {});
      expect(written).toMatchObject({ accepted: 1, pending_embed: 1 });
      answers.push([await askForSecret(fixture, fixture.caller), await askForSecret(fixture, workspace.admin)]);
      await workspace.must('POST', `${fixture.ingest}/embed-pending`, undefined, {});
      answers.push([await askForSecret(fixture, fixture.caller)]);
    }
    expect(answers[0]).toEqual(answers[2]);
    expect(answers[1]).toEqual(answers[3]);
    expect(answers[0]?.[0].found).toContainEqual(['r', 0]);
  });

  it('is kept when only fields outside of the text change', async () => {
    const fixture = await createFixture();
    await workspace.must('PATCH', fixture.path, { embed_fields: ['name'] });
    await workspace.must('POST', `${fixture.path}/import`, { records: [{ ...now, name: secret }] });
    const before = await askForSecret(fixture, fixture.caller);
    const changed = { ...now, name: secret, price: 5 };
    const { results } = await workspace.must('POST', `${fixture.ingest}/batch`, { records: [changed] }, {});
    expect(results).toMatchObject([{ status: 'updated', embedded: false }]);
    expect(await askForSecret(fixture, fixture.caller)).toEqual(before);
    expect(before.found[0]).toEqual(['r', expect.closeTo(1, 2)]);
  });

  it('is kept until the record is embedded again, if only the fields to embed changed', async () => {
    const fixture = await createFixture();
    await workspace.must('POST', `${fixture.path}/import`, { records: [{ ...now, name: secret }] });
    await workspace.must('PATCH', fixture.path, { embed_fields: ['name'] });
    const before = await askForSecret(fixture, fixture.caller);
    const again = { ...now, name: secret, write_date: '2999-01-01' };
    await workspace.must('POST', `${fixture.ingest}/batch`, { records: [again] }, {});
    expect((await askForSecret(fixture, fixture.caller)).found).toEqual(before.found);
    expect(before.found[0][1]).toBeGreaterThan(0.5);
  });

  it('is replaced by that of the final text if a call sends a record several times', async () => {
    const fixture = await createFixture();
    const said = { ...now, name: secret };
    await workspace.must('POST', `${fixture.path}/import`, { records: [said] });
    const { results } = await workspace.must('POST', `${fixture.path}/import`, { records: [now, said] });
    expect(results).toMatchObject([
      { status: 'updated', embedded: true },
      { status: 'updated', embedded: true },
    ]);
    const [[id, relevance]] = (await askForSecret(fixture, fixture.caller)).found;
    expect(id).toBe('r');
    expect(relevance).toBeGreaterThan(0.5);
  });
});
