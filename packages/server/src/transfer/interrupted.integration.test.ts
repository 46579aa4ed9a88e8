import { expect, it } from 'vitest';
import { startSuiteService } from '../testing/service.js';
import { removeInterrupted } from './operations.js';

const service = await startSuiteService();
const { database } = service.services;

/** Creates a workspace as an import that began at a time leaves it. Returns its id. */
async function anImport(beganAt: string): Promise<string> {
  const { id } = await service.createWorkspace();
  await database.asSystem((transaction) =>
    transaction.query(`update workspaces set deleted_at = now() + interval '1 hour', created_at = $2 where id = $1`, [
      id,
      beganAt,
    ]),
  );
  return id;
}

async function isLeased(id: string): Promise<boolean> {
  const leased = await database.asSystem((transaction) =>
    transaction.query('select from workspaces where id = $1 and deleted_at > now()', [id]),
  );
  return leased.length > 0;
}

it('removeInterrupted > ends the imports that an earlier process began, and no import that arrives meanwhile', async () => {
  const [earlier, later] = [await anImport('2026-01-01T10:00:00Z'), await anImport('2026-01-01T12:00:00Z')];
  const services = { ...service.services, clock: () => new Date('2026-01-01T11:00:00Z') };
  await removeInterrupted(services)();
  expect([await isLeased(earlier), await isLeased(later)]).toEqual([true, true]);
  await removeInterrupted({ ...services, database: { ...database, engine: 'embedded' } })();
  expect([await isLeased(earlier), await isLeased(later)]).toEqual([false, true]);
});
