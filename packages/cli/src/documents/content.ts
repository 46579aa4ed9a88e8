import { isUtf8 } from 'node:buffer';

/** The content of a write for a file: its text, or base64 if it is not text. */
export function contentOf(bytes: Buffer): { readonly text: string } | { readonly base64: string } {
  return isUtf8(bytes) && !bytes.includes(0) ? { text: bytes.toString('utf8') } : { base64: bytes.toString('base64') };
}
