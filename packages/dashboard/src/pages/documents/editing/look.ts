/** How a document is edited: as rich text, or as Markdown. */
export type Look = 'rich' | 'markdown';

const key = 'editor';

/** The look that the person chose last in this browser. */
export function chosenLook(): Look {
  try {
    return localStorage.getItem(key) === 'markdown' ? 'markdown' : 'rich';
  } catch {
    return 'rich';
  }
}

/** Keeps the look for the next document. */
export function keepLook(look: Look): void {
  try {
    localStorage.setItem(key, look);
  } catch {
    // Without storage each document opens as rich text.
  }
}
