#!/usr/bin/env node
import { hostname } from 'node:os';
import envPaths from 'env-paths';
import open from 'open';
import { exitStatus } from './failure.js';
import type { Host } from './host.js';
import { oncePerPress } from './interrupts.js';
import { run } from './run.js';

const environment = process.env;

const host: Host = {
  environment,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  configFolder: environment.SVC_CONFIG_DIR || envPaths('svc', { suffix: '' }).config,
  deviceName: hostname() || 'this machine',
  openBrowser,
  onInterrupt,
};

// A reader may close the pipe early, as `head` does. That is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(exitStatus.done);
  throw error;
});
process.exitCode = await run(process.argv.slice(2), host);

/** Opens the browser. Returns false in a remote shell, or on a machine without a screen. */
async function openBrowser(url: string): Promise<boolean> {
  const isRemote = Boolean(environment.SSH_CONNECTION || environment.SSH_TTY);
  const hasScreen = process.platform !== 'linux' || Boolean(environment.DISPLAY || environment.WAYLAND_DISPLAY);
  if (isRemote || !hasScreen) return false;
  try {
    const browser = await open(url);
    // The URL was already printed, so a browser that does not start is not an error.
    browser.on('error', () => undefined);
    return true;
  } catch {
    return false;
  }
}

function onInterrupt(handler: () => void): () => void {
  const onSignal = oncePerPress(handler);
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return () => {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
  };
}
