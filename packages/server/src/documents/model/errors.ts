import { limits } from '@tessera/contract';
import { ServiceError } from '../../platform/errors.js';

/** The current document, if it is not the one that the writer expected. */
export interface CurrentDocument {
  readonly blob: string;
  readonly updated_at: string;
  readonly updated_by: string;
}

/** How a repo accepts names that clones on Windows or macOS cannot store. */
export const portableNamesAdvice = 'Or let an admin turn off portable_names of the repo.';

/** Errors of the document routes. */
export const documentErrors = {
  invalidPath: (message: string) => new ServiceError('invalid_path', message),
  unportablePath: (folder: string, problem: string) =>
    new ServiceError('invalid_path', `In ${folder}, ${problem}. ${portableNamesAdvice}`),
  outsideScope: (path: string) =>
    new ServiceError(
      'outside_scope',
      `Your groups do not let you write ${path}: write where one of them says read_write.`,
    ),
  repoExists: (name: string) => new ServiceError('repo_exists', `A repo named ${name} exists: choose another name.`),
  pathTaken: (path: string) =>
    new ServiceError(
      'path_taken',
      `The path ${path}, or a folder on its way, is taken by something else: choose another path.`,
    ),
  documentChanged: (path: string, current: CurrentDocument | null) =>
    new ServiceError(
      'document_changed',
      current === null
        ? `The document ${path} does not exist: send base null to create it.`
        : `The document ${path} has changed since base: read it again and send its current blob.`,
      { current },
    ),
  preconditionFailed: () =>
    new ServiceError('precondition_failed', 'The file does not meet the precondition: fetch it again.'),
  preconditionRequired: () =>
    new ServiceError(
      'precondition_required',
      'Send If-Match with the ETag last seen, or If-None-Match: * for a new file.',
    ),
  rangeNotSatisfiable: (size: number) =>
    new ServiceError(
      'range_not_satisfiable',
      `The file has ${size} bytes: ask for a range of those.`,
      {},
      { 'Content-Range': `bytes */${size}` },
    ),
  documentTooLarge: () =>
    new ServiceError(
      'payload_too_large',
      `A document sent in JSON has at most ${limits.documentBytes} bytes: send a larger file with PUT /raw/{repo}/{path}.`,
    ),
  folderFull: (folder: string) =>
    new ServiceError(
      'storage_full',
      `The folder ${folder} would hold more than ${limits.entriesPerFolder} entries: put some into folders of their own.`,
    ),
  notText: (path: string) =>
    new ServiceError(
      'not_text',
      `The document ${path} is not text, or too long to be treated as one: fetch it from /raw.`,
    ),
};
