/** The form in which a document is edited: rich text or Markdown. */
export type Look = 'rich' | 'markdown';

const key = 'editor';

/** The form that the person chose last in this browser. */
export function chosenLook(): Look {
  try {
    return localStorage.getItem(key) === 'markdown' ? 'markdown' : 'rich';
  } catch {
    return 'rich';
  }
}

/** Stores the form for the next document. */
export function keepLook(look: Look): void {
  try {
    localStorage.setItem(key, look);
  } catch {
    // If the browser has no storage, each document opens as rich text.
  }
}
