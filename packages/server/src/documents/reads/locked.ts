import { limits, type Offer } from '@tessera/contract';
import { ServiceError } from '../../platform/errors.js';
import type { StoredDocument } from '../store/documents.js';

/** A document that a caller may not read, but whose title the workspace shows. */
export interface LockedDocument {
  readonly stored: StoredDocument;
  readonly offer: Offer;
}

/** The error `locked`, optionally with the description from the front matter. It contains nothing else of the body. */
export function lockedError({ stored, offer }: LockedDocument, description?: string | null): ServiceError {
  const where = offer.url === null ? 'ask the workspace for access' : `get access at ${offer.url}`;
  return new ServiceError('locked', `You have no access to this document: ${where}.`, {
    title: stored.title,
    ...(description === undefined ? {} : { description: description?.slice(0, limits.descriptionCharacters) ?? null }),
    offer,
  });
}
