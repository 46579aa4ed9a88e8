import { createHash } from 'node:crypto';
import type { Hono } from 'hono';
import type { RequestVariables } from '../../http/request.js';
import { script } from './script.js';
import { style } from './style.js';

function named(text: string, ending: string): string {
  return `/assets/reading-${createHash('sha256').update(text).digest('hex').slice(0, 12)}.${ending}`;
}

/** Where the pages' style and script are; a changed one has another address. */
export const assetPaths = { style: named(style, 'css'), script: named(script, 'js') } as const;

/** Serves them, to be kept for good. */
export function addAssets(app: Hono<RequestVariables>): void {
  const serve = (path: string, text: string, type: string): void => {
    const headers = {
      'Content-Type': `${type}; charset=utf-8`,
      'Cache-Control': 'public, max-age=31536000, immutable',
    };
    app.get(path, (c) => c.body(text, 200, headers));
  };
  serve(assetPaths.style, style, 'text/css');
  serve(assetPaths.script, script, 'text/javascript');
}
