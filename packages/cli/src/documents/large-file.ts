import { openAsBlob } from 'node:fs';
import { ApiError } from '@tessera/client';
import type { Session } from '../session/session.js';

interface Written {
  readonly status: string;
  readonly workspace: unknown;
}

/** Writes a file of any permitted size, and replaces the current content. The file is read while it is sent. */
export async function sendLarge(
  session: Session,
  { file, path, message }: { readonly file: string; readonly path: string; readonly message?: string | undefined },
): Promise<Written> {
  const [repo = '', ...inRepo] = path.split('/');
  const blob = await blobAt(session, path);
  const send = await session.bindOperation('documents.put_raw');
  const { value } = await send({
    params: { repo, path: inRepo.join('/') },
    query: { message, ...(blob === undefined ? { 'if-none-match': '*' } : { 'if-match': `"${blob}"` }) },
    body: await openAsBlob(file),
  });
  return value as Written;
}

async function blobAt(session: Session, path: string): Promise<string | undefined> {
  const read = await session.bindOperation('documents.read');
  try {
    const { value } = await read({ query: { path } });
    return (value as { readonly blob: string }).blob;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'document_not_found') return undefined;
    throw error;
  }
}
