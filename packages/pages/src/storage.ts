/** A value stored in this browser; null without one, or if storage is forbidden. */
export function stored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Stores a value in this browser, if permitted. */
export function store(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Ignored: the page works without storage.
  }
}
