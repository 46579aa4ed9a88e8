// A draft belongs to the text that it was begun on: another version of the document does not bring it up.
const keyOf = (path: string, blob: string): string => `draft:${path}:${blob}`;

/** What was typed and not saved, in this tab. */
export function draftOf(path: string, blob: string): string | undefined {
  return sessionStorage.getItem(keyOf(path, blob)) ?? undefined;
}

/** Keeps what is typed until it is saved; a full storage keeps nothing. */
export function keepDraft(path: string, blob: string, text: string): void {
  try {
    sessionStorage.setItem(keyOf(path, blob), text);
  } catch {
    // The text is still in the editor.
  }
}

/** Forgets a draft. */
export function dropDraft(path: string, blob: string): void {
  sessionStorage.removeItem(keyOf(path, blob));
}
