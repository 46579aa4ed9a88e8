import { Alert, Button, Group, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallAnswer } from '@tessera/client';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { isRefusal } from '../../data/api.js';
import { useChange } from '../../data/queries.js';
import { Icon } from '../../parts/icon.js';
import { Loaded, Refusal, sayDone, sayFailed } from '../../parts/notices.js';
import { type Editor, openEditor } from './codemirror.js';
import documentClasses from './documents.module.css';
import { draftOf, dropDraft, keepDraft } from './drafts.js';
import classes from './editor.module.css';
import { RenderedHtml } from './html.js';
import { contentQuery, previewQuery } from './queries.js';
import { uploadBeside } from './uploads.js';

const Merge = lazy(() => import('./merge.js').then((part) => ({ default: part.Merge })));

type Content = CallAnswer<'documents.read'>;

/** Edits a document; the preview stands beside it. */
export function EditorView({ path, onClose }: { path: string; onClose: () => void }) {
  // The text that editing begins with must not change under the hands of who writes.
  const content = useQuery({ ...contentQuery(path), refetchOnWindowFocus: false, staleTime: Number.POSITIVE_INFINITY });
  return (
    <Loaded query={content} lines={6}>
      {(data) => <Editing content={data} onClose={onClose} />}
    </Loaded>
  );
}

const views = [
  { value: 'write', label: 'Write' },
  { value: 'preview', label: 'Preview' },
];

function Editing({ content, onClose }: { content: Content; onClose: () => void }) {
  const { path } = content;
  const [base, setBase] = useState(content.blob);
  const [draft] = useState(() => draftOf(path, content.blob));
  const [text, setText] = useState(draft ?? content.text ?? '');
  const [shown, setShown] = useState('write');
  const { save, conflict, setConflict, error, busy } = useSave({ path, base, setBase, onClose });
  const change = (next: string): void => {
    setText(next);
    keepDraft(path, base, next);
  };
  if (conflict !== undefined) {
    return (
      <Suspense>
        <Merge path={path} own={text} onSave={save} busy={busy} onCancel={() => setConflict(undefined)} />
      </Suspense>
    );
  }
  return (
    <section className={`${documentClasses.document} ${classes.editor}`} aria-label={`Editing ${path}`}>
      <SaveBar path={path} busy={busy} onClose={onClose} onSave={(message) => save({ text, message })} />
      {error !== undefined && <Refusal error={error} />}
      {draft !== undefined && draft !== content.text && (
        <Alert color="yellow" icon={<Icon name="alert" />} mb="xs" p="sm">
          This is your draft, which was not saved.
        </Alert>
      )}
      <Group justify="space-between" mb="xs">
        <Button.Group aria-label="What is shown" className={classes.switch}>
          {views.map(({ value, label }) => (
            <Button
              key={value}
              size="xs"
              variant={shown === value ? 'light' : 'default'}
              aria-pressed={shown === value}
              onClick={() => setShown(value)}
            >
              {label}
            </Button>
          ))}
        </Button.Group>
        <Text size="xs" c="dimmed">
          Drop an image to upload it. Press Escape, then Tab, to leave the editor.
        </Text>
      </Group>
      <div className={classes.panes} data-shown={shown}>
        <TextPane path={path} text={text} onChange={change} onSave={() => save({ text, message: '' })} />
        <Preview path={path} text={text} />
      </div>
    </section>
  );
}

interface Saved {
  readonly text: string;
  readonly message: string;
  /** What the text was merged with; left out: what editing began with. */
  readonly base?: string;
}

function useSave(parts: { path: string; base: string; setBase: (blob: string) => void; onClose: () => void }) {
  const { path, base, setBase, onClose } = parts;
  const write = useChange('documents.write', ['repos']);
  const client = useQueryClient();
  const [conflict, setConflict] = useState<unknown>();
  const [error, setError] = useState<unknown>();
  const save = async ({ text, message, base: seen = base }: Saved): Promise<void> => {
    setError(undefined);
    try {
      const body = { path, text, base: seen, ...(message.trim() === '' ? {} : { message }) };
      const { document, status } = await write.mutateAsync({ body });
      dropDraft(path, base);
      setBase(document.blob);
      setConflict(undefined);
      client.removeQueries({ queryKey: ['documents.read'] });
      sayDone(status === 'unchanged' ? 'There were no changes.' : 'Saved.');
      onClose();
    } catch (refusal) {
      if (isRefusal(refusal, 'document_changed')) {
        setConflict(refusal);
      } else {
        setError(refusal);
      }
    }
  };
  return { save, conflict, setConflict, error, busy: write.isPending };
}

function SaveBar(props: {
  path: string;
  busy: boolean;
  onClose: () => void;
  onSave: (message: string) => Promise<void>;
}) {
  const { path, busy, onClose, onSave } = props;
  const [message, setMessage] = useState('');
  return (
    <header className={documentClasses.bar}>
      <Text size="sm" className="mono">
        {path}
      </Text>
      <Group gap="xs">
        <TextInput
          size="xs"
          w="16rem"
          aria-label="What was changed, and why"
          placeholder="What was changed, and why"
          value={message}
          onChange={({ currentTarget }) => setMessage(currentTarget.value)}
        />
        <Button size="xs" variant="default" onClick={onClose}>
          Close
        </Button>
        <Button size="xs" loading={busy} onClick={() => void onSave(message)}>
          Save
        </Button>
      </Group>
    </header>
  );
}

function TextPane(props: {
  path: string;
  text: string;
  onChange: (text: string) => void;
  onSave: () => Promise<void>;
}) {
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const [start] = useState(props.text);
  const { path } = props;
  useEffect(() => {
    let editor: Editor | undefined;
    if (place.current !== null) {
      editor = openEditor(place.current, {
        label: `Text of ${path}`,
        text: start,
        onChange: (text) => latest.current.onChange(text),
        onSave: () => void latest.current.onSave(),
        onFiles: async (files) => {
          try {
            return (await Promise.all(files.map((file) => uploadBeside(path, file)))).join('\n');
          } catch (error) {
            sayFailed(error);
            return '';
          }
        },
      });
    }
    return () => editor?.close();
  }, [path, start]);
  return <div ref={place} className={classes.pane} data-pane="text" />;
}

function Preview({ path, text }: { path: string; text: string }) {
  const [settled] = useDebouncedValue(text, 400);
  const preview = useQuery(previewQuery(path, settled));
  return (
    <div className={classes.pane} data-pane="preview">
      <Loaded query={preview}>
        {({ html }) => (html === null ? <Text size="sm">It cannot be rendered.</Text> : <RenderedHtml html={html} />)}
      </Loaded>
    </div>
  );
}
