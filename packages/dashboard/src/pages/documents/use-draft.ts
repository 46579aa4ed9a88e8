import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../app/session.js';
import { type Draft, type DraftKey, dropDrafts, findDraft, keepDraft } from '../../data/drafts.js';
import { ServerDraft } from './editing/server-draft.js';

/** The state of typed text: saved, only in the editor, stored in the tab, or not stored because there is no space. */
export type DraftState = 'saved' | 'typed' | 'kept' | 'unkept';

const pauseMs = 400;

/**
 * Stores what is typed, after a pause and when the page is left: in the tab, and on the service. Offers the later of
 * two earlier drafts.
 */
export function useDraft(path: string, saved: { blob: string; text: string }, kept: Draft | undefined) {
  const { me, workspace } = useSession();
  const [draftKey] = useState<DraftKey>({ person: me.email ?? me.id, workspace: workspace.id, path });
  const [found, setFound] = useState<Draft | undefined>(() => {
    const draft = laterOf(findDraft(draftKey, saved.blob), kept);
    return draft?.text === saved.text ? undefined : draft;
  });
  const [state, setState] = useState<DraftState>(found === undefined ? 'saved' : 'kept');
  const [editing, setEditing] = useState<readonly string[]>([]);
  const [server] = useState(() => new ServerDraft(path, { isKept: kept !== undefined, onEditing: setEditing }));
  useEffect(() => server.open(), [server]);
  const waiting = useRef<{ base: string; text: string; timer: number }>(undefined);
  const [keep] = useState(() => (): void => {
    if (waiting.current !== undefined) {
      window.clearTimeout(waiting.current.timer);
      setState(keepDraft(draftKey, waiting.current.base, waiting.current.text) ? 'kept' : 'unkept');
      waiting.current = undefined;
    }
  });
  useEffect(() => {
    window.addEventListener('pagehide', keep);
    document.addEventListener('visibilitychange', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      document.removeEventListener('visibilitychange', keep);
      keep();
    };
  }, [keep]);
  const drop = (): void => {
    window.clearTimeout(waiting.current?.timer);
    waiting.current = undefined;
    dropDrafts(draftKey);
    server.drop();
    setFound(undefined);
    setState('saved');
  };
  const change = (base: string, text: string): void => {
    if (text === saved.text && base === saved.blob) {
      drop();
      return;
    }
    window.clearTimeout(waiting.current?.timer);
    waiting.current = { base, text, timer: window.setTimeout(keep, pauseMs) };
    setState('typed');
    server.change(base, text);
  };
  return { found, state, change, drop, editing };
}

function laterOf(one: Draft | undefined, other: Draft | undefined): Draft | undefined {
  return other === undefined || (one !== undefined && one.at >= other.at) ? one : other;
}
