import { inflateSync } from 'node:zlib';
import { limits, type Offer } from '@tessera/contract';
import { ServiceError } from '../../platform/errors.js';
import { headOf, textOf } from '../model/content.js';
import type { StoredDocument } from '../store/documents.js';

/** A document that a caller may not read, but whose title the workspace shows. */
interface Locked {
  readonly path: string;
  readonly stored: StoredDocument;
  readonly offer: Offer;
}

/** The error `locked`. It contains nothing of the document's body. */
export class LockedDocument extends ServiceError {
  constructor(
    private readonly locked: Locked,
    description?: string | null,
  ) {
    const { stored, offer } = locked;
    const where = offer.url === null ? 'ask the workspace for access' : `get access at ${offer.url}`;
    super('locked', `You have no access to this document: ${where}.`, {
      title: stored.title,
      ...(description === undefined ? {} : { description }),
      offer,
    });
  }

  /** The path with its repo. */
  get wholePath(): string {
    return this.locked.path;
  }

  /** The path in its repo. */
  get path(): string {
    return this.locked.stored.path;
  }

  /** The blob in hexadecimal. */
  get blob(): string {
    return this.locked.stored.blob.toString('hex');
  }

  /** The start of the text, which contains the front matter; null if it is not text. It is never part of a response. */
  get head(): string | null {
    const { data, media_type: type } = this.locked.stored;
    return data === null ? null : textOf(Buffer.from(headOf(inflateSync(data))), type);
  }

  /** A copy with the description from the front matter. */
  describedBy(description: string | null): LockedDocument {
    return new LockedDocument(this.locked, description?.slice(0, limits.descriptionCharacters) ?? null);
  }
}
