import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSession } from './session.js';

const prefix = 'tessera.recent:';
const kept = 8;

// Query parameters that identify an object. Others are filters and tabs of its page.
const naming = ['path', 'record'];

/** The URL of the object that a page shows, such as a document or a collection. Undefined on pages that show lists. */
export function objectAddress(pathname: string, search: string): string | undefined {
  const given = new URLSearchParams(search);
  const named = new URLSearchParams([...given].filter(([name, value]) => naming.includes(name) && value !== ''));
  const isObject = /^\/app\/(?:collections|groups)\/(?!new$)[^/]+$/.test(pathname) || named.has('path');
  return isObject ? `${pathname}${named.size === 0 ? '' : `?${named}`}` : undefined;
}

/** The URLs of the objects that a person opened last in a workspace, the latest first. */
export function readRecent(storageKey: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(prefix + storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
}

/** Stores that an object was opened. */
function noteRecent(storageKey: string, address: string): void {
  const others = readRecent(storageKey).filter((each) => each !== address);
  try {
    localStorage.setItem(prefix + storageKey, JSON.stringify([address, ...others].slice(0, kept)));
  } catch {
    // Storage may be full or disabled. The list is then not updated.
  }
}

/** Deletes the recently opened objects of every person from this browser. */
export function dropRecent(): void {
  for (const key of Object.keys(localStorage).filter((each) => each.startsWith(prefix))) localStorage.removeItem(key);
}

/** The storage key for the recent objects of this session. */
export function useRecentKey(): string {
  const { me, workspace } = useSession();
  return `${me.email ?? me.id}/${workspace.id}`;
}

/** Stores each object that is opened, so that the palette can offer it. */
export function useNotedObjects(): void {
  const router = useRouter();
  const key = useRecentKey();
  useEffect(() => {
    const note = (): void => {
      const address = objectAddress(window.location.pathname, window.location.search);
      if (address !== undefined) noteRecent(key, address);
    };
    note();
    return router.subscribe('onResolved', note);
  }, [router, key]);
}
