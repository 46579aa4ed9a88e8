/**
 * Decodes base64url. Undefined for any other spelling than that of the encoder: Node.js ignores invalid characters and
 * unused bits, so junk behind a cursor or cookie would be accepted.
 */
export function decodeBase64url(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : undefined;
}
