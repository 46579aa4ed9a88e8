/** This service on its embedded PostgreSQL or on a server, as a competitor. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { startPostgresCluster } from '../../scripts/testing/postgres-cluster.mjs';
import { createCaller, serviceFile, startService } from '../speed/service.mjs';

/** Maximum records per call. */
const pageSize = 500;
const clientsImporting = 2;
const path = '/collections/items';

/**
 * This service as a competitor, `embedded` or on a `postgres` server. Both confirm writes after they are on the disk.
 * `before` is another built checkout of this service to compare with.
 */
export function tesseraCompetitor(engine, before) {
  const name = engine === 'embedded' ? 'embedded' : 'PostgreSQL';
  return before === undefined
    ? { name, start: (folder) => startHere(engine, folder, serviceFile) }
    : {
        name: `${name} before`,
        start: (folder) => startHere(engine, folder, join(before, 'packages/server/dist/main.js')),
      };
}

async function startHere(engine, folder, file) {
  const cluster = engine === 'postgres' ? await startPostgresCluster({ isDurable: true }) : undefined;
  const operator = `svc_op_${randomBytes(32).toString('base64url')}`;
  const environment = {
    SVC_DATA_DIR: join(folder, 'data'),
    SVC_OPERATOR_TOKEN: operator,
    SVC_INDEX_MEMORY_MB: '4096',
    ...(cluster ? { SVC_DATABASE_URL: cluster.url } : {}),
  };
  let service = await startService(environment, file);
  const secret = await makeToken(service, operator);
  let caller = createCaller(service.port, secret, 8);
  await caller.call('POST', '/collections', { name: 'items' });
  return {
    figures: () => service,
    declare: (identifier) => caller.call('PATCH', path, { id_match_fields: [identifier] }),
    import: (records) => importAll(caller, records),
    ask: async (text) => {
      const { results } = JSON.parse(await caller.call('POST', `${path}/query`, { query: text, top_k: 10 }));
      return results.map(({ external_id: id }) => id);
    },
    restart: async () => {
      caller.close();
      await service.stop();
      service = await startService(environment, file);
      caller = createCaller(service.port, secret, 8);
    },
    stop: async () => {
      caller.close();
      await service.stop();
      await cluster?.stop();
    },
  };
}

async function makeToken(service, operator) {
  const caller = createCaller(service.port, operator);
  const ask = async (route, body) => JSON.parse(await caller.call('POST', route, body));
  const { workspace } = await ask('/operator/workspaces', { slug: 'race', name: 'Race' });
  const { secret } = await ask(`/operator/workspaces/${workspace.id}/tokens`, {
    name: 'race',
    role: 'admin',
    access: 'read_write',
  });
  caller.close();
  return secret;
}

async function importAll(caller, records) {
  let sent = 0;
  const client = async () => {
    while (sent < records.length) {
      const page = records.slice(sent, sent + pageSize);
      sent += page.length;
      const { failed } = JSON.parse(await caller.call('POST', `${path}/import`, { records: page }));
      if (failed > 0) throw new Error(`${failed} records of a page were refused`);
    }
  };
  await Promise.all(Array.from({ length: clientsImporting }, client));
}
