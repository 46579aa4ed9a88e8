import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { auditFollowQuery, limits, type RouteDefinition, routes } from '@tessera/contract';
import { stringifyJson } from '@tessera/json';
import type { AdapterCall, Dispatcher } from '../../dispatch/dispatcher.js';
import { validateInput } from '../../dispatch/validation.js';
import type { Mount } from '../../http/mount.js';
import { credentialsOf, refuse } from '../../http/routes.js';
import type { Transaction } from '../../platform/database/database.js';
import { refusalOf } from '../../platform/database/sqlstate.js';
import { errors } from '../../platform/errors.js';
import type { Services } from '../../platform/services.js';
import { presentEntry } from './operations.js';
import { findPosition, listEntriesBetween, readHorizon } from './queries.js';

const route: RouteDefinition = { ...routes['audit.list'], query: auditFollowQuery };
const everyMs = 1_000;
/** An empty line after this many polls without entries keeps the connection open and notices a client that left. */
const idlePolls = 15;

interface StreamDependencies {
  readonly services: Pick<Services, 'unready'>;
  readonly dispatcher: Dispatcher;
}

/** What a stream has read. Positions are decimal numbers. */
export interface Follower {
  /** Position of the last entry that was sent. */
  sent: string;
  /** The newest position that the last poll saw. */
  seen: string;
  /** The transaction that must have ended, and every older one, before the entries up to `upTo` are complete. */
  pending?: { readonly upTo: string; readonly transactionId: string };
}

/**
 * `GET /audit?follow`: the entries of a workspace as lines of JSON, oldest first, as they are written. Each poll admits
 * the caller again, so that the stream ends with the caller's rights.
 */
export function mountAuditStream({ services, dispatcher }: StreamDependencies): Mount {
  const open = new Map<string, number>();
  return (app) => {
    app.get('/audit', async (c, next) => {
      if (c.req.query('follow') === undefined) {
        return next();
      }
      c.set('operation', 'audit.list');
      const call: AdapterCall = {
        credentials: credentialsOf(c),
        workspace: { header: c.req.header('x-svc-workspace') },
        rules: { policy: route.policy, name: 'list', usesRecentCallers: true },
        requestId: c.get('requestId'),
        onCaller: (principal) => c.set('principal', principal),
      };
      try {
        const start = await dispatcher.admit(call, async (context) => {
          const { query } = validateInput(route, { params: {}, query: c.req.query(), body: undefined });
          const { after = null } = query as { readonly after?: string };
          const position = await context.transaction((transaction) => findPosition(transaction, after));
          if (position === undefined) {
            throw errors.invalidRequest([{ path: 'after', message: 'is the id of no entry: start without it' }]);
          }
          return { position, workspaceId: context.workspace.id };
        });
        const streams = open.get(start.workspaceId) ?? 0;
        if (streams >= limits.auditStreamsPerWorkspace) {
          throw errors.rateLimited(`The workspace has ${streams} streams of its audit log already: end one.`, 60);
        }
        open.set(start.workspaceId, streams + 1);
        const lines = Readable.from(
          follow({ services, dispatcher }, { call, sent: start.position, seen: start.position }),
        );
        lines.once('close', () => open.set(start.workspaceId, (open.get(start.workspaceId) ?? 1) - 1));
        const body = Readable.toWeb(lines) as ReadableStream<Uint8Array>;
        return c.newResponse(body, 200, { 'Content-Type': 'application/x-ndjson' });
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal === undefined) {
          throw error;
        }
        return refuse(c, refusal);
      }
    });
  };
}

/** Yields lines until the caller loses its right to them, the database is away or the process stops. */
async function* follow(
  { services, dispatcher }: StreamDependencies,
  { call, ...follower }: Follower & { readonly call: AdapterCall },
): AsyncGenerator<Buffer> {
  // The first line, which is empty, sends the headers of the response.
  yield Buffer.from('\n');
  for (let idle = 1; services.unready?.() === undefined; idle += 1) {
    let lines: string[];
    try {
      lines = await dispatcher.admit(call, (context) =>
        context.transaction((transaction) => readNext(transaction, follower)),
      );
    } catch (error) {
      if (refusalOf(error) === undefined) {
        throw error;
      }
      return;
    }
    if (lines.length > 0 || idle % idlePolls === 0) {
      yield Buffer.from(lines.map((line) => `${line}\n`).join('') || '\n');
    }
    if (lines.length === 0) {
      await pause(everyMs);
    }
  }
}

/**
 * Reads what comes next. A transaction can commit an entry after others with higher positions. So the entries up to the
 * newest one of the last poll are sent once all transactions that had started by this poll have ended.
 */
export async function readNext(transaction: Transaction, follower: Follower): Promise<string[]> {
  const { pending, sent } = follower;
  const isWaiting = pending === undefined && BigInt(follower.seen) > BigInt(sent);
  const horizon = await readHorizon(transaction, { after: pending?.transactionId ?? null, marks: isWaiting });
  if (isWaiting && horizon.transactionId !== null) {
    follower.pending = { upTo: follower.seen, transactionId: horizon.transactionId };
  }
  follower.seen = horizon.newest;
  if (pending === undefined || !horizon.isSettled) {
    return [];
  }
  const rows = await listEntriesBetween(transaction, { after: sent, upTo: pending.upTo });
  const last = rows.at(-1);
  if (last === undefined || rows.length < limits.auditStreamEntries) {
    delete follower.pending;
  }
  follower.sent = rows.length < limits.auditStreamEntries ? pending.upTo : (last?.position ?? sent);
  return rows.map((row) => stringifyJson(presentEntry(row)));
}
