import { isUtf8 } from 'node:buffer';

/** A file as a write carries it: its text, or what is no text in base64. */
export function contentOf(bytes: Buffer): { readonly text: string } | { readonly base64: string } {
  return isUtf8(bytes) && !bytes.includes(0) ? { text: bytes.toString('utf8') } : { base64: bytes.toString('base64') };
}
