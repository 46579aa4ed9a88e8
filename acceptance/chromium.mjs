import { existsSync } from 'node:fs';

/**
 * The Chromium for browser tests: `TEST_CHROMIUM`, otherwise the system's. Undefined without one. The headless shell
 * comes first, because a context of it takes half the processor time.
 * @returns {string | undefined}
 */
export function chromiumPath() {
  const candidates = [
    process.env.TEST_CHROMIUM,
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ];
  return candidates.find((path) => path && existsSync(path));
}
