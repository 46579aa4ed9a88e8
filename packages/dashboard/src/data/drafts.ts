/** The key of a draft: its person and its document. */
export interface DraftKey {
  /** The address of the signed-in person. */
  readonly person: string;
  readonly workspace: string;
  readonly path: string;
}

/** Unsaved text, and the content that it is based on. */
export interface Draft {
  readonly base: string;
  readonly text: string;
  readonly at: string;
}

const prefix = 'draft:';

function keyOf({ person, workspace, path }: DraftKey, base: string): string {
  return `${prefix}${encodeURIComponent(person)}:${workspace}:${base}:${path}`;
}

/** Finds the draft that is based on this content, otherwise the latest one that is based on earlier content. */
export function findDraft(draftKey: DraftKey, base: string): Draft | undefined {
  const drafts = draftsOf(draftKey);
  return drafts.find((draft) => draft.base === base) ?? drafts.sort((one, other) => other.at.localeCompare(one.at))[0];
}

/** Stores unsaved text in this tab. Returns false if there is no space left. */
export function keepDraft(draftKey: DraftKey, base: string, text: string): boolean {
  const draft: Draft = { base, text, at: new Date().toISOString() };
  try {
    sessionStorage.setItem(keyOf(draftKey, base), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

/** Deletes every draft of a document. */
export function dropDrafts(draftKey: DraftKey): void {
  for (const { base } of draftsOf(draftKey)) {
    sessionStorage.removeItem(keyOf(draftKey, base));
  }
}

/** The drafts of a document. */
function draftsOf(draftKey: DraftKey): Draft[] {
  const found: Draft[] = [];
  for (const key of Object.keys(sessionStorage).filter((each) => each.startsWith(prefix))) {
    const draft = draftIn(sessionStorage.getItem(key));
    if (draft !== undefined && key === keyOf(draftKey, draft.base)) {
      found.push(draft);
    }
  }
  return found;
}

function draftIn(stored: string | null): Draft | undefined {
  try {
    const { base, text, at } = JSON.parse(stored ?? '{}');
    const isDraft = [base, text, at].every((value) => typeof value === 'string');
    return isDraft ? { base, text, at } : undefined;
  } catch {
    return undefined;
  }
}

/** Deletes all drafts of this tab. */
export function dropAllDrafts(): void {
  for (const key of Object.keys(sessionStorage).filter((each) => each.startsWith(prefix))) {
    sessionStorage.removeItem(key);
  }
}
