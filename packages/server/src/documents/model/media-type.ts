import { isUtf8 } from 'node:buffer';

const textTypes: Readonly<Record<string, string>> = {
  md: 'text/markdown',
  markdown: 'text/markdown',
  txt: 'text/plain',
  csv: 'text/csv',
  html: 'text/html',
  htm: 'text/html',
  css: 'text/css',
  js: 'text/javascript',
  mjs: 'text/javascript',
  json: 'application/json',
  svg: 'image/svg+xml',
  xml: 'application/xml',
  yaml: 'application/yaml',
  yml: 'application/yaml',
};

/** Binary file types, with the magic bytes and their offset. */
const binaryTypes: Readonly<Record<string, { readonly type: string; readonly at: number; readonly magic: string }>> = {
  png: { type: 'image/png', at: 0, magic: '\x89PNG' },
  jpg: { type: 'image/jpeg', at: 0, magic: '\xff\xd8\xff' },
  jpeg: { type: 'image/jpeg', at: 0, magic: '\xff\xd8\xff' },
  gif: { type: 'image/gif', at: 0, magic: 'GIF8' },
  webp: { type: 'image/webp', at: 8, magic: 'WEBP' },
  avif: { type: 'image/avif', at: 4, magic: 'ftyp' },
  ico: { type: 'image/vnd.microsoft.icon', at: 0, magic: '\0\0\x01\0' },
  pdf: { type: 'application/pdf', at: 0, magic: '%PDF-' },
  mp4: { type: 'video/mp4', at: 4, magic: 'ftyp' },
  webm: { type: 'video/webm', at: 0, magic: '\x1a\x45\xdf\xa3' },
  ogg: { type: 'audio/ogg', at: 0, magic: 'OggS' },
  wav: { type: 'audio/wav', at: 8, magic: 'WAVE' },
  zip: { type: 'application/zip', at: 0, magic: 'PK' },
  woff2: { type: 'font/woff2', at: 0, magic: 'wOF2' },
};

/** The type of a file whose extension and bytes do not match. Such a file is only downloaded, never displayed. */
const unknownType = 'application/octet-stream';

/** Whether a type is text. It is not if extension and bytes do not match, even if the bytes are ASCII. */
export function isTextType(mediaType: string): boolean {
  return mediaType.startsWith('text/') || Object.values(textTypes).includes(mediaType);
}

/** Whether bytes are text: UTF-8 without NUL. */
export function isText(bytes: Uint8Array): boolean {
  return isUtf8(bytes) && !bytes.includes(0);
}

/**
 * The media type of a file's extension, if its bytes match. If `size` exceeds the length of `bytes`, the file is too
 * large for text.
 */
export function mediaTypeOf(path: string, bytes: Uint8Array, size = bytes.length): string {
  return mediaTypesOf(bytes, size)(path);
}

/** Returns `mediaTypeOf` for one content that has several names. */
export function mediaTypesOf(bytes: Uint8Array, size = bytes.length): (path: string) => string {
  let hasText: boolean | undefined;
  return (path) => {
    const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
    const binary = Object.hasOwn(binaryTypes, extension) ? binaryTypes[extension] : undefined;
    if (binary !== undefined) {
      const { type, at, magic } = binary;
      return Buffer.from(bytes.subarray(at, at + magic.length)).toString('latin1') === magic ? type : unknownType;
    }
    hasText ??= size === bytes.length && isText(bytes);
    if (!hasText) {
      return unknownType;
    }
    return (Object.hasOwn(textTypes, extension) ? textTypes[extension] : undefined) ?? 'text/plain';
  };
}
