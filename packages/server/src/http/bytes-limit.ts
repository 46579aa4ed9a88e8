import { limits } from '@tessera/contract';
import type { MiddlewareHandler } from 'hono';
import { scratchFolder } from '../platform/data-folder.js';
import { freeBytesOf } from '../platform/database/disk-space.js';
import { ByteBudget } from '../platform/limits/byte-budget.js';
import type { Services } from '../platform/services.js';
import { anonymous } from '../principals/principal.js';
import { ReceivedBytes } from './received-bytes.js';
import type { RequestVariables } from './request.js';

/** Limits the bytes of all bodies in this process, by client address and credential. */
export function withReceivedBytes({ settings }: Pick<Services, 'settings'>): MiddlewareHandler<RequestVariables> {
  const folder = scratchFolder(settings);
  const budgets = {
    memory: new ByteBudget(limits.bodyMemoryBytes),
    // Half of the free space stays for the database.
    disk: new ByteBudget(limits.bodyDiskBytes, () => freeBytesOf(folder) / 2),
  };
  return async (c, next) => {
    const received = new ReceivedBytes(budgets, folder, () => {
      const { kind, id } = c.get('principal') ?? anonymous;
      const isNamed = kind !== 'anonymous' && kind !== 'visitor';
      return { address: c.get('clientAddress'), ...(isNamed ? { credential: id } : {}) };
    });
    c.set('received', received);
    try {
      await next();
    } finally {
      received.release();
    }
  };
}
