import { Alert, Button, Group, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallAnswer } from '@tessera/client';
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { Icon } from '../../components/icon.js';
import { Loaded, Refusal, sayDone, sayFailed } from '../../components/notices.js';
import { When } from '../../components/when.js';
import { isRefusal } from '../../data/api.js';
import type { Draft } from '../../data/drafts.js';
import { useChange } from '../../data/queries.js';
import { type Editor, openEditor } from './codemirror.js';
import documentClasses from './documents.module.css';
import classes from './editor.module.css';
import { RenderedHtml } from './html.js';
import { contentQuery, previewQuery } from './queries.js';
import { Toolbar } from './toolbar.js';
import { type DraftState, useDraft } from './use-draft.js';

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
  const { path, blob } = content;
  const saved = { blob, text: content.text ?? '' };
  const draft = useDraft(path, saved);
  const [base, setBase] = useState(draft.found?.base ?? blob);
  const [text, setText] = useState(draft.found?.text ?? saved.text);
  const [shown, setShown] = useState('write');
  const editor = useRef<Editor>(undefined);
  const { save, conflict, setConflict, error, busy } = useSave({ path, base, onSaved: draft.drop, onClose });
  const change = (next: string): void => {
    setText(next);
    draft.change(base, next);
  };
  const discard = (): void => {
    setBase(blob);
    editor.current?.setText(saved.text);
    draft.drop();
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
      <SaveBar
        path={path}
        state={draft.state}
        busy={busy}
        onClose={onClose}
        onSave={(message) => save({ text, message })}
      />
      {error !== undefined && <Refusal error={error} />}
      {draft.found !== undefined && <DraftNotice draft={draft.found} current={blob} onDiscard={discard} />}
      <Group justify="space-between" mb="xs" gap="xs">
        <Toolbar
          onFormat={(format) => void editor.current?.format(format).catch(sayFailed)}
          onFiles={(files) => editor.current?.addFiles(files)}
        />
        <Switch shown={shown} onShow={setShown} />
      </Group>
      <div className={classes.panes} data-shown={shown}>
        <TextPane
          path={path}
          text={text}
          editor={editor}
          onChange={change}
          onSave={() => save({ text, message: '' })}
        />
        <Preview path={path} text={text} />
      </div>
      <Text size="xs" c="dimmed" mt="xs">
        Type [[ to link a document, / for blocks. Paste tables and images. Press Escape, then Tab, to leave the text.
      </Text>
    </section>
  );
}

function DraftNotice(props: { draft: Draft; current: string; onDiscard: () => void }) {
  const { draft, current, onDiscard } = props;
  return (
    <Alert color="yellow" icon={<Icon name="alert" />} mb="xs" p="sm">
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          This is your draft from <When at={draft.at} />, which was not saved.
          {draft.base !== current && ' The document has changed since; saving shows both texts.'}
        </Text>
        <Button size="xs" variant="default" onClick={onDiscard}>
          Discard the draft
        </Button>
      </Group>
    </Alert>
  );
}

function Switch({ shown, onShow }: { shown: string; onShow: (value: string) => void }) {
  return (
    <Button.Group aria-label="What is shown" className={classes.switch}>
      {views.map(({ value, label }) => (
        <Button
          key={value}
          size="xs"
          variant={shown === value ? 'light' : 'default'}
          aria-pressed={shown === value}
          onClick={() => onShow(value)}
        >
          {label}
        </Button>
      ))}
    </Button.Group>
  );
}

interface Saved {
  readonly text: string;
  readonly message: string;
  /** What the text was merged with; left out: what editing began with. */
  readonly base?: string;
}

function useSave(options: { path: string; base: string; onSaved: () => void; onClose: () => void }) {
  const { path, base, onSaved, onClose } = options;
  const write = useChange('documents.write', ['repos']);
  const client = useQueryClient();
  const [conflict, setConflict] = useState<unknown>();
  const [error, setError] = useState<unknown>();
  const save = async ({ text, message, base: seen = base }: Saved): Promise<void> => {
    setError(undefined);
    try {
      const body = { path, text, base: seen, ...(message.trim() === '' ? {} : { message }) };
      const { status } = await write.mutateAsync({ body });
      onSaved();
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

const stateNames: Readonly<Record<DraftState, string>> = {
  saved: 'Saved',
  typed: 'Not saved',
  kept: 'Draft kept',
  unkept: 'Not saved. The browser has no room for a draft.',
};

function SaveBar(props: {
  path: string;
  state: DraftState;
  busy: boolean;
  onClose: () => void;
  onSave: (message: string) => Promise<void>;
}) {
  const { path, state, busy, onClose, onSave } = props;
  const [message, setMessage] = useState('');
  return (
    <header className={documentClasses.bar}>
      <div className={documentClasses.barWords}>
        <Text size="sm" className="mono" lineClamp={2}>
          {path}
        </Text>
        <Text size="xs" c="dimmed" role="status">
          {stateNames[state]}
        </Text>
      </div>
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
  editor: RefObject<Editor | undefined>;
  onChange: (text: string) => void;
  onSave: () => Promise<void>;
}) {
  const container = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const [start] = useState(props.text);
  const { path, editor } = props;
  useEffect(() => {
    if (container.current === null) {
      return undefined;
    }
    const opened = openEditor(container.current, {
      label: `Text of ${path}`,
      path,
      text: start,
      onChange: (text) => latest.current.onChange(text),
      onSave: () => void latest.current.onSave(),
      onFiles: (files) => uploaded(path, files),
    });
    editor.current = opened;
    return () => {
      editor.current = undefined;
      opened.close();
    };
  }, [path, start, editor]);
  return <div ref={container} className={classes.pane} data-pane="text" />;
}

/** Stores files beside a document; one that fails is reported and left out. */
async function uploaded(path: string, files: readonly File[]): Promise<string> {
  const written = await Promise.all(
    files.map((file) =>
      // Loaded with the first file: most who write store none.
      import('./uploads.js')
        .then(({ uploadBeside }) => uploadBeside(path, file))
        .catch((error: unknown) => {
          sayFailed(error);
          return '';
        }),
    ),
  );
  return written.filter((text) => text !== '').join('\n');
}

/** What the text says that its readers will not see as it was meant. */
function Problems({ warnings, links }: ProblemsProps) {
  if (warnings.length + links.length === 0) {
    return null;
  }
  return (
    <Alert color="yellow" icon={<Icon name="alert" />} mb="sm" p="sm" title="To fix">
      {warnings.map(({ line, column, message }) => (
        <Text key={`${line}:${column}`} size="sm">
          Line {line}, column {column}: {message}. It is shown as text.
        </Text>
      ))}
      {[...new Map(links.map((link) => [`${link.line}:${link.target}`, link]))].map(([key, { line, target }]) => (
        <Text key={key} size="sm">
          {line === null ? '' : `Line ${line}: `}
          {target} leads to no page that you can read.
        </Text>
      ))}
    </Alert>
  );
}

interface ProblemsProps {
  readonly warnings: CallAnswer<'documents.render'>['warnings'];
  readonly links: CallAnswer<'documents.render'>['dead_links'];
}

function Preview({ path, text }: { path: string; text: string }) {
  const [settled] = useDebouncedValue(text, 400);
  const preview = useQuery(previewQuery(path, settled));
  const last = useRef<string>(undefined);
  last.current = preview.data?.html ?? last.current;
  return (
    <div className={classes.pane} data-pane="preview">
      <Loaded query={preview}>
        {({ html, reason, warnings, dead_links: links }) => (
          <>
            <Problems warnings={warnings} links={links} />
            {html === null && (
              <Text size="sm" c="dimmed" role="status">
                {reason === 'pending'
                  ? 'The preview is on its way.'
                  : `Readers see the text as it is: ${reason?.replace('_', ' ')} to be rendered.`}
              </Text>
            )}
            {last.current !== undefined && <RenderedHtml html={html ?? last.current} />}
          </>
        )}
      </Loaded>
    </div>
  );
}
