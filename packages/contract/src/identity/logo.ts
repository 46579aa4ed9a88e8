import { limits } from '../limits.js';

/** The start of a logo's data URL, before its base64 content. */
export const logoPattern = '^data:image/(png|jpeg|webp);base64,';

/** Maximum length of a logo's data URL in characters. */
export const logoCharacters = 'data:image/jpeg;base64,'.length + 4 * Math.ceil(limits.logoBytes / 3);

/** The magic bytes of each image type, as a string with one character per byte. */
const signatures: Readonly<Record<string, (bytes: string) => boolean>> = {
  png: (bytes) => bytes.startsWith('\x89PNG\r\n\x1a\n'),
  jpeg: (bytes) => bytes.startsWith('\xff\xd8\xff'),
  webp: (bytes) => bytes.startsWith('RIFF') && bytes.startsWith('WEBP', 8),
};

const tooLarge = `must be an image of at most ${limits.logoBytes.toLocaleString('en')} bytes`;

/**
 * The data URL of an image file. Its type is determined by its content. Otherwise the problem, in words that continue
 * the file's name.
 */
export function logoFrom(bytes: Uint8Array): { readonly url: string } | { readonly problem: string } {
  if (bytes.length > limits.logoBytes) {
    return { problem: tooLarge };
  }
  const content = String.fromCharCode(...bytes);
  const type = Object.keys(signatures).find((name) => signatures[name]?.(content));
  return type === undefined
    ? { problem: 'must be a PNG, JPEG or WebP image' }
    : { url: `data:image/${type};base64,${btoa(content)}` };
}

/** The problem of a logo's data URL, in words that continue its name. Undefined if it is valid. */
export function logoProblem(url: string): string | undefined {
  const type = new RegExp(logoPattern).exec(url)?.[1];
  if (type === undefined) {
    return 'must be a data URL of a PNG, JPEG or WebP image, such as data:image/png;base64,iVBORw0KGgo…';
  }
  // The length is checked before decoding, which would use much memory.
  if (url.length > logoCharacters) {
    return tooLarge;
  }
  const content = url.slice(url.indexOf(',') + 1);
  if (content.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(content)) {
    return 'must have its content in base64';
  }
  const bytes = atob(content);
  if (bytes.length > limits.logoBytes) {
    return tooLarge;
  }
  return signatures[type]?.(bytes) === true ? undefined : `must contain the ${type} image that it names`;
}
