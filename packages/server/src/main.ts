import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import { serve } from '@hono/node-server';
import { buildApp } from './app.js';
import { FolderInUseError } from './platform/database/folder-lock.js';
import { createLog, describeError, type Log } from './platform/log.js';
import { createMailer } from './platform/mail/index.js';
import { hashSecret } from './platform/secrets.js';
import type { Services } from './platform/services.js';
import { InvalidSettingError, readSettings, type Settings } from './platform/settings.js';
import { openDatabase, operatorToken } from './platform/start.js';
import { welcome } from './sample/welcome.js';

const drainMs = 10_000;

try {
  const settings = readSettings(process.env);
  await run(settings, createLog(settings.SVC_LOG_LEVEL));
} catch (error) {
  const known = error instanceof InvalidSettingError || error instanceof FolderInUseError;
  process.stderr.write(`tessera: ${known ? error.message : `cannot start: ${JSON.stringify(describeError(error))}`}\n`);
  process.exitCode = 1;
}

async function run(settings: Settings, log: Log): Promise<void> {
  const token = operatorToken(settings);
  const database = await openDatabase(settings, log);
  const baseUrl = settings.SVC_BASE_URL ?? `http://${settings.SVC_HOST}:${settings.SVC_PORT}`;
  const clock = () => new Date();
  const services: Services = {
    settings,
    baseUrl,
    database,
    log,
    clock,
    random: randomBytes,
    mailer: createMailer({ settings, log, clock, random: randomBytes }),
    operatorTokenHash: hashSecret(token),
  };
  const app = buildApp(services);
  const server = serve({ fetch: app.http.fetch, hostname: settings.SVC_HOST, port: settings.SVC_PORT }, (address) => {
    log.info({ host: settings.SVC_HOST, port: address.port, engine: database.engine }, 'listening');
    welcome(services, app).catch((error: unknown) => log.error({ error: describeError(error) }, 'the sample workspace could not be made'));
  }) as Server;
  server.on('error', (error) => {
    process.stderr.write(`tessera: cannot listen on ${settings.SVC_HOST}:${settings.SVC_PORT}: ${error.message}\n`);
    process.exit(1);
  });
  const stop = once(() => shutDown(server, log, async () => {
    await app.close();
    services.mailer.close();
    await database.close();
  }));
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/** No new connections, requests in flight finish, then what is below closes. Exits with status 0. */
async function shutDown(server: Server, log: Log, close: () => Promise<void>): Promise<void> {
  log.info('stopping');
  const drained = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const limit = setTimeout(() => server.closeAllConnections(), drainMs);
  await drained;
  clearTimeout(limit);
  await close();
  log.info('stopped');
  process.exit(0);
}

function once(work: () => Promise<void>): () => void {
  let started = false;
  return () => {
    if (!started) {
      started = true;
      work().catch((error: unknown) => {
        process.stderr.write(`tessera: did not stop cleanly: ${String(error)}\n`);
        process.exit(1);
      });
    }
  };
}
