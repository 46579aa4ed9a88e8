import { Button, TextInput } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallAnswer } from '@tessera/client';
import { lazy, Suspense, useRef, useState } from 'react';
import { Hint, Loaded, Loading, Refusal, sayDone, sayFailed } from '../../components/basics.js';
import { isRefusal, useChange } from '../../data/api.js';
import type { Draft } from '../../data/drafts.js';
import { textOf } from '../../text.js';
import type { Editor } from './codemirror.js';
import { DocumentBar } from './document-bar.js';
import documentClasses from './documents.module.css';
import classes from './editor.module.css';
import { contentQuery, draftQuery } from './queries.js';
import { Toolbar } from './toolbar.js';
import { Unopened } from './unopened.js';
import { type DraftState, useDraft } from './use-draft.js';

const loadNotices = () => import('./editing/notices.js');
const Others = lazy(() => loadNotices().then((part) => ({ default: part.Others })));
const DraftNotice = lazy(() => loadNotices().then((part) => ({ default: part.DraftNotice })));
const Merge = lazy(() => import('./merge.js').then((part) => ({ default: part.Merge })));
const panes = {
  rich: lazy(() => import('./editing/rich-pane.js').then((part) => ({ default: part.RichPane }))),
  markdown: lazy(() => import('./editing/source-pane.js').then((part) => ({ default: part.SourcePane }))),
};

/** The form in which a document is edited. The browser keeps the last choice. */
type Look = keyof typeof panes;

type Content = CallAnswer<'documents.read'>;

/** Edits a document, as rich text or as Markdown. */
export function EditorView({ path, onClose }: { path: string; onClose: () => void }) {
  // Never read again, because the base of the text must not change while a person is editing.
  const content = useQuery({ ...contentQuery(path), refetchOnWindowFocus: false, staleTime: Number.POSITIVE_INFINITY });
  const drafts = useQuery({ ...draftQuery(path), refetchOnWindowFocus: false, staleTime: Number.POSITIVE_INFINITY });
  if (content.isError) {
    return (
      <Unopened path={path} error={content.error}>
        <Loaded query={content}>{() => null}</Loaded>
      </Unopened>
    );
  }
  // A person who cannot write has no draft. The editor reports that on saving.
  if (drafts.isPending) {
    return <Loading lines={6} />;
  }
  return (
    <Loaded query={content} lines={6}>
      {(data) => <Editing content={data} kept={draftOf(drafts.data)} onClose={onClose} />}
    </Loaded>
  );
}

function draftOf(answer: CallAnswer<'documents.drafts'> | undefined): Draft | undefined {
  const { base, text, updated_at: at } = answer?.drafts[0] ?? {};
  return base === undefined || typeof text !== 'string' || at === undefined ? undefined : { base, text, at };
}

function Editing(props: { content: Content; kept: Draft | undefined; onClose: () => void }) {
  const { content: read, onClose } = props;
  // After each save the document is read again, but the text in the editor may be newer.
  const [content] = useState(read);
  const { path } = content;
  const [saved, setSaved] = useState({ blob: content.blob, text: content.text ?? '' });
  const draft = useDraft(path, saved, props.kept);
  const [base, setBase] = useState(draft.found?.base ?? saved.blob);
  const [text, setText] = useState(draft.found?.text ?? saved.text);
  const [message, setMessage] = useState('');
  const [look, setLook] = useLocalStorage<Look>({
    key: 'editor',
    defaultValue: 'rich',
    getInitialValueInEffect: false,
    // Editors in other tabs keep their form.
    sync: false,
    deserialize: (chosen) => (chosen?.includes('markdown') === true ? 'markdown' : 'rich'),
  });
  const [formats, setFormats] = useState<string>();
  const editor = useRef<Editor>(undefined);
  const onSaved = (blob: string, written: string): void => {
    setSaved({ blob, text: written });
    setBase(blob);
    setMessage('');
    draft.drop();
  };
  const { save, conflict, endConflict, error, busy } = useSave({ path, base, onSaved, onClose });
  const change = (next: string): void => {
    setText(next);
    draft.change(base, next);
  };
  const discard = (): void => {
    setBase(saved.blob);
    editor.current?.setText(saved.text);
    draft.drop();
  };
  const choose = (next: Look): void => {
    setLook(next);
    setFormats(undefined);
  };
  const Pane = panes[look];
  return (
    <section className={documentClasses.document} aria-label={textOf('Editing {path}', { path })}>
      <DocumentBar path={path} title={content.title} doing={textOf('edit')} state={stateNames[draft.state]}>
        <Suspense>{draft.editing.length > 0 && <Others names={draft.editing} />}</Suspense>
        <LookSwitch look={look} onLook={choose} />
        <Button size="xs" variant="default" onClick={onClose}>
          {textOf('Close')}
        </Button>
        <Button size="xs" loading={busy} onClick={() => void save({ text, message })}>
          {textOf('Save')}
        </Button>
      </DocumentBar>
      {error !== undefined && <Refusal error={error} />}
      {conflict && (
        <Suspense>
          <Merge path={path} own={text} busy={busy} onSave={save} onCancel={endConflict} editor={editor} />
        </Suspense>
      )}
      {/*
        While a conflict is shown, the editor is hidden instead of removed, so that it keeps cursor and undo history.
      */}
      <div hidden={conflict}>
        <Suspense>
          {draft.found !== undefined && <DraftNotice draft={draft.found} current={saved.blob} onDiscard={discard} />}
        </Suspense>
        <div className={classes.tools}>
          <Toolbar
            formats={formats}
            onFormat={(format) => void editor.current?.format(format).catch(sayFailed)}
            onFiles={(files) => editor.current?.addFiles(files)}
          />
          <TextInput
            size="xs"
            className={classes.message}
            aria-label={textOf('What was changed, and why')}
            placeholder={textOf('What was changed, and why')}
            value={message}
            onChange={({ currentTarget }) => setMessage(currentTarget.value)}
          />
        </div>
        <Suspense fallback={<Loading lines={6} />}>
          <Pane
            key={look}
            path={path}
            text={text}
            editor={editor}
            onChange={change}
            onFormats={setFormats}
            onSave={() => void save({ text, message, stays: true })}
          />
        </Suspense>
        <Hint mt="xs">
          {textOf(
            'Type [[ to link a document by its name, / for blocks. Ctrl S saves. Paste tables and images. Press Escape, then Tab, to leave the text.',
          )}
        </Hint>
      </div>
    </section>
  );
}

const stateNames: Readonly<Record<DraftState, string>> = {
  saved: textOf('Saved'),
  typed: textOf('Not saved'),
  kept: textOf('Draft kept'),
  unkept: textOf('Not saved. The browser has no room for a draft.'),
};

const lookNames: Readonly<Record<Look, string>> = { rich: textOf('Rich text'), markdown: 'Markdown' };

function LookSwitch({ look, onLook }: { look: Look; onLook: (look: Look) => void }) {
  const other = look === 'rich' ? 'markdown' : 'rich';
  return (
    <Button size="xs" variant="subtle" onClick={() => onLook(other)}>
      {lookNames[other]}
    </Button>
  );
}

/** The text to save, and whether the editor stays open. */
interface Saved {
  readonly text: string;
  readonly message: string;
  /** The content with which the text was merged. Default: the content from which editing started. */
  readonly base?: string;
  readonly stays?: boolean;
}

/** Saves a document. If it was changed meanwhile, the refusal is a conflict. */
function useSave(options: {
  path: string;
  base: string;
  onSaved: (blob: string, text: string) => void;
  onClose: () => void;
}) {
  const { path, base, onSaved, onClose } = options;
  const write = useChange('documents.write', ['repos']);
  const client = useQueryClient();
  const [conflict, setConflict] = useState(false);
  const [error, setError] = useState<unknown>();
  const save = async ({ text, message, base: seen = base, stays = false }: Saved): Promise<void> => {
    setError(undefined);
    try {
      const body = { path, text, base: seen, ...(message.trim() === '' ? {} : { message }) };
      const { status, document } = await write.mutateAsync({ body });
      onSaved(document.blob, text);
      setConflict(false);
      sayDone(status === 'unchanged' ? textOf('There were no changes.') : textOf('Saved.'));
      if (!stays) {
        client.removeQueries({ queryKey: ['documents.read'] });
        onClose();
      }
    } catch (refusal) {
      if (isRefusal(refusal, 'document_changed')) {
        setConflict(true);
      } else {
        setError(refusal);
      }
    }
  };
  return { save, conflict, endConflict: () => setConflict(false), error, busy: write.isPending };
}
