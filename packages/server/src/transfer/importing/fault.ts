import { codeOf } from '../../platform/database/sqlstate.js';
import { AbortedRequest, errors, ServiceError } from '../../platform/errors.js';

/** What is wrong with an archive, and in which of its files. */
export class ArchiveFault extends Error {
  constructor(
    readonly file: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Values that a column or constraint refuses: the archive says something that no workspace can. */
const refusedValue = /^2[23]/;

/** Names the file in whose content the database found a value that it refuses. */
export async function inFile<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (refusedValue.test(codeOf(error) ?? '')) {
      const reason = error instanceof Error ? error.message : '';
      throw new ArchiveFault(file, `cannot be stored: ${reason}`, { cause: error });
    }
    throw error;
  }
}

/** The refusal that says what is wrong with an archive; other errors as they are. */
export function refusalOfImport(error: unknown): unknown {
  return error instanceof ArchiveFault
    ? errors.invalidRequest([{ path: error.file, message: `${error.message}. Nothing was imported` }])
    : error;
}

/** Whether an error says something of the call or its sender, not of the archive. */
export function isOfCall(error: unknown): boolean {
  return error instanceof ServiceError || error instanceof AbortedRequest || error instanceof ArchiveFault;
}
