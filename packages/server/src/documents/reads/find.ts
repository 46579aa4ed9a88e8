import { inflateSync } from 'node:zlib';
import { limits, type Offer } from '@tessera/contract';
import type { OperationContext } from '../../dispatch/operation.js';
import { prepared, type Transaction } from '../../platform/database/database.js';
import { errors, ServiceError } from '../../platform/errors.js';
import { existing } from '../../platform/identifiers.js';
import type { Principal } from '../../principals/principal.js';
import { type Rights, rightsOf } from '../access/rights.js';
import { findVersion } from '../history/lineage.js';
import { headOf, positionOf, textOf } from '../model/content.js';
import { mediaTypeOf } from '../model/media-type.js';
import { locationOf, nameOf } from '../model/path.js';
import type { Outlines } from '../rendering/index.js';
import { type DocumentRow, readDocument, type StoredDocument } from '../store/documents.js';
import { findRepo, readStart } from '../store/index.js';

/** A document that a caller may not read, but whose title the workspace shows. */
interface LockedDocument {
  readonly stored: StoredDocument;
  readonly offer: Offer;
}

/** A document, or one of its versions, that the caller may read. */
export interface FoundDocument {
  readonly repo: string;
  readonly repoId: string;
  readonly row: DocumentRow;
  readonly rights: Rights;
  /** The content, if it was loaded with the row; otherwise null (see `readContent`). */
  readonly data: Buffer | null;
}

/** The path of a document, including its repo, and optionally one of its versions; by default the newest. */
export interface DocumentAddress {
  readonly path: string;
  readonly version?: string | undefined;
}

/** The caller, and the service that reads the titles of earlier versions. */
export interface Reading {
  readonly context: OperationContext;
  readonly principal: Principal;
  readonly outlines: Outlines;
}

/**
 * Finds a document that the caller may read, with its content. If it is too large for text, with the start of its
 * content. Throws the same errors as `findDocument`.
 */
export async function findWithContent(
  { context, principal, outlines }: Reading,
  address: DocumentAddress,
): Promise<{ readonly found: FoundDocument; readonly content: Buffer }> {
  const result = await context.transaction(async (transaction) => {
    const document = await lookUp(transaction, principal, address);
    return 'offer' in document ? document : { found: document, content: await readContent(transaction, document) };
  });
  if ('offer' in result) {
    throw lockedError(result, await descriptionOf({ context, outlines }, result.stored));
  }
  const { found, content } = result;
  if (address.version === undefined) {
    return { found, content };
  }
  const { path, blob } = found.row;
  const title = await outlines.titleOf(context.workspace.id, {
    path,
    text: headOf(content),
    blob: blob.toString('hex'),
  });
  return { found: { ...found, row: { ...found.row, title } }, content };
}

/**
 * Finds a document for a caller, whose rights are decided in this transaction. The title of an earlier version is its
 * file name. Visitors can read only the current version. Throws `document_not_found` for missing and unreadable
 * documents, `locked` for an unreadable one whose title the workspace shows, and `version_not_found` for a version of
 * another document.
 */
export async function findDocument(
  transaction: Transaction,
  principal: Principal,
  address: DocumentAddress,
): Promise<FoundDocument> {
  const document = await lookUp(transaction, principal, address);
  if ('offer' in document) {
    throw lockedError(document);
  }
  return document;
}

async function lookUp(
  transaction: Transaction,
  principal: Principal,
  { path, version }: DocumentAddress,
): Promise<FoundDocument | LockedDocument> {
  const location = locationOf(path);
  const rights = await rightsOf(transaction, principal);
  if (version !== undefined && principal.kind === 'visitor') {
    throw errors.notFound('version_not_found');
  }
  if (!rights.read.canRead(path) && rights.shown?.read.canRead(path) !== true) {
    // Nothing is read: a hidden document must not take longer than a missing one.
    throw errors.notFound('document_not_found');
  }
  const stored = await readDocument(transaction, location.repo, location.path);
  if (version !== undefined && stored?.version_id !== version.toLowerCase()) {
    return findEarlier(transaction, rights, { ...location, id: version });
  }
  const mayRead = rights.read.canRead(path);
  if (stored !== undefined && !mayRead && rights.shown !== null) {
    return { stored, offer: rights.shown.offerOf(path) };
  }
  if (stored === undefined || !mayRead) {
    throw errors.notFound('document_not_found');
  }
  const { repo_id: repoId, data, ...row } = stored;
  return { repo: location.repo, repoId, row, rights, data: data === null ? null : inflateSync(data) };
}

/** The description in the front matter of a locked document. Large files and files that are not text have none. */
async function descriptionOf(
  { context, outlines }: Omit<Reading, 'principal'>,
  { path, blob, data, media_type: type }: StoredDocument,
): Promise<string | null> {
  const text = data === null ? null : textOf(Buffer.from(headOf(inflateSync(data))), type);
  const document = text === null ? null : { path, text, blob: blob.toString('hex') };
  const frontMatter = document === null ? null : await outlines.frontMatterOf(context.workspace.id, document);
  const description = frontMatter?.['description'];
  return typeof description === 'string' ? description : null;
}

/** The content of a found document. If it is too large for text, only the start. */
export async function readContent(transaction: Transaction, { data, repoId, row }: FoundDocument): Promise<Buffer> {
  const content = data ?? (await readStart(transaction, repoId, { oid: row.blob, size: row.size }));
  if (content === undefined) {
    throw new Error('the content of a document is not stored');
  }
  return content;
}

interface VersionRow {
  readonly at: Date;
  readonly author: string;
}

async function findEarlier(
  transaction: Transaction,
  rights: Rights,
  { repo: name, path, id }: { readonly repo: string; readonly path: string; readonly id: string },
): Promise<FoundDocument> {
  const repo = existing('document_not_found', await findRepo(transaction, name));
  const version = await findVersion(transaction, rights, { repo, path, id });
  const { blob, size } = version;
  const content =
    blob === null || size === null ? undefined : await readStart(transaction, repo.id, { oid: blob, size });
  if (blob === null || size === null || content === undefined) {
    throw errors.notFound('version_not_found');
  }
  const [commit] = await transaction.query<VersionRow>(
    prepared('select at, author from repo_commits where workspace_id = $1 and repo_id = $2 and revision = $3'),
    [transaction.workspaceId, repo.id, version.revision],
  );
  const row: DocumentRow = {
    path: version.path,
    blob,
    size,
    media_type: mediaTypeOf(version.path, content, size),
    title: nameOf(version.path),
    version_id: version.id,
    changed_at: commit?.at ?? new Date(0),
    changed_by: commit?.author ?? '',
    position: positionOf(version.path, content),
  };
  return { repo: name, repoId: repo.id, row, rights, data: content };
}

/** The error `locked`, optionally with the description from the front matter. It contains nothing else of the body. */
function lockedError({ stored, offer }: LockedDocument, description?: string | null): ServiceError {
  const where = offer.url === null ? 'ask the workspace for access' : `get access at ${offer.url}`;
  return new ServiceError('locked', `You have no access to this document: ${where}.`, {
    title: stored.title,
    ...(description === undefined ? {} : { description: description?.slice(0, limits.descriptionCharacters) ?? null }),
    offer,
  });
}
