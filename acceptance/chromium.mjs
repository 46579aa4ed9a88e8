import { existsSync } from 'node:fs';

/**
 * The browser that browser tests drive: `TEST_CHROMIUM`, else the system's. Undefined when there is none.
 * @returns {string | undefined}
 */
export function chromiumPath() {
  const candidates = [
    process.env.TEST_CHROMIUM,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ];
  return candidates.find((path) => path && existsSync(path));
}
