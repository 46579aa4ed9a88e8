import { limits } from '@tessera/contract';
import type { Log } from '../../platform/log.js';
import { createIsolation, type Isolated } from './isolated.js';
import type { ProcessLimits } from './isolated-process.js';

const packProcess = { timeoutMs: limits.pushUnpackSeconds * 1_000, memoryMb: limits.pushUnpackMegabytes };

/** The processes that work on content of callers. `close` stops them and their tasks. */
export interface ContentProcesses {
  readonly ofDocuments: Isolated;
  readonly ofPacks: Isolated;
  close(): Promise<void>;
}

/**
 * Creates the processes. Packs have some of their own. They need more time and memory than documents, and readers would
 * have to wait for them.
 */
export function createContentProcesses(log: Log, given: Partial<ProcessLimits> = {}): ContentProcesses {
  const documents = createIsolation(log, given);
  const packs = createIsolation(log, { ...packProcess, ...given });
  return {
    ofDocuments: documents.isolated,
    ofPacks: packs.isolated,
    close: async () => {
      await Promise.all([documents.close(), packs.close()]);
    },
  };
}
