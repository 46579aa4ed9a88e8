import { isForPerson } from '../../http/pages/refusal.js';
import type { ServiceError } from '../../platform/errors.js';
import { LockedDocument } from '../reads/locked.js';
import { callsOf, type PageRequest, type PageSource } from './calls.js';
import { pageHeaders } from './layout.js';
import { lockedPage } from './locked-page.js';
import { addressElsewhere } from './own-pages.js';
import { pathAfter, siteOf } from './site.js';

/**
 * The response to a browser that opens the address of a refused file: a redirect to where the file may be read, or the
 * page of the offer if it is locked. Undefined for programs, and for other refusals.
 */
export async function refusedFile(
  c: PageRequest,
  source: PageSource,
  refusal: ServiceError,
): Promise<Response | undefined> {
  const isOpened = c.req.method === 'GET' || c.req.method === 'HEAD';
  if (!isOpened || !isForPerson({ method: c.req.method, header: (name) => c.req.header(name) }, false)) {
    return undefined;
  }
  const other = await addressElsewhere(c, source, refusal);
  if (other !== undefined) {
    return c.redirect(other, 303);
  }
  return refusal.code === 'locked' ? offerOf(c, source) : undefined;
}

async function offerOf(c: PageRequest, source: PageSource): Promise<Response | undefined> {
  const calls = callsOf(c, source);
  const path = pathAfter(c, siteOf(c).files);
  try {
    // Unlike the refusal of the file, this one has the description.
    await calls.ask('documents.rendered', { query: { path } });
    return undefined;
  } catch (error) {
    if (!(error instanceof LockedDocument)) {
      throw error;
    }
    for (const [name, value] of Object.entries(pageHeaders)) {
      c.header(name, value);
    }
    c.header('Vary', 'Accept, Accept-Language, Cookie', { append: true });
    return lockedPage(c, calls, error);
  }
}
