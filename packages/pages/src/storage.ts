/** A value that this browser keeps; null without one, and where the browser keeps nothing. */
export function stored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keeps a value in this browser, where it may. */
export function store(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Storage is full or forbidden: the page works without.
  }
}
