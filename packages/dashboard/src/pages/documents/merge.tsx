import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { MergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { Alert, Box, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Loaded, When } from '../../components/basics.js';
import { Icon } from '../../components/icon.js';
import { nodesOf, textOf } from '../../text.js';
import { common, type Editor } from './codemirror.js';
import { contentQuery } from './queries.js';

/** Shown if someone else saved meanwhile: the current text next to one's own, to be merged. */
export function Merge(props: {
  path: string;
  own: string;
  busy: boolean;
  onSave: (saved: { text: string; message: string; base: string }) => Promise<void>;
  onCancel: () => void;
  editor: RefObject<Editor | undefined>;
}) {
  const { path, own, busy, onSave, onCancel, editor } = props;
  const cancel = (): void => {
    onCancel();
    // Runs after the editor is visible again.
    requestAnimationFrame(() => editor.current?.focus());
  };
  const current = useQuery({
    ...contentQuery(path),
    staleTime: 0,
    gcTime: 0,
    queryKey: ['documents.read', { path, merge: true }],
  });
  const [text, setText] = useState(own);
  return (
    <section aria-label={textOf('Merging {path}', { path })}>
      <Loaded query={current}>
        {(content) => (
          <>
            <Alert
              color="yellow"
              icon={<Icon name="alert" />}
              title={textOf('Someone else saved this document')}
              mb="sm"
            >
              <Text size="sm">
                {nodesOf(
                  '{name} changed it {time}. The current text is on the left and yours is on the right. Keep what you need, then save.',
                  { name: content.updated_by, time: <When at={content.updated_at} /> },
                )}
              </Text>
            </Alert>
            <MergePanes theirs={content.text ?? ''} own={own} onChange={setText} />
            <Group justify="flex-end" mt="sm">
              <Button variant="default" onClick={cancel}>
                {textOf('Back to my text')}
              </Button>
              <Button loading={busy} onClick={() => void onSave({ text, message: '', base: content.blob })}>
                {textOf('Save the merged text')}
              </Button>
            </Group>
          </>
        )}
      </Loaded>
    </section>
  );
}

function MergePanes({ theirs, own, onChange }: { theirs: string; own: string; onChange: (text: string) => void }) {
  const container = useRef<HTMLDivElement>(null);
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    if (container.current === null) {
      return undefined;
    }
    const merge = openMerge(container.current, { theirs, own, onChange: (text) => latest.current(text) });
    return () => merge.close();
  }, [own, theirs]);
  return <Box ref={container} bd="1px solid var(--app-line)" bdrs="md" style={{ overflow: 'hidden' }} />;
}

const phrases = EditorState.phrases.of({
  'Revert this chunk': textOf('Revert this chunk'),
  '$ unchanged lines': textOf('$ unchanged lines'),
});

/** Shows the text of someone else next to one's own, which can be edited. */
function openMerge(
  parent: HTMLElement,
  texts: { theirs: string; own: string; onChange: (text: string) => void },
): { close(): void } {
  const changed = EditorView.updateListener.of((update) =>
    update.docChanged ? texts.onChange(update.state.doc.toString()) : undefined,
  );
  const view = new MergeView({
    parent,
    a: { doc: texts.theirs, extensions: [...common(textOf('Current text')), phrases, EditorState.readOnly.of(true)] },
    b: {
      doc: texts.own,
      extensions: [
        ...common(textOf('Yours')),
        phrases,
        history(),
        keymap.of([...defaultKeymap, ...historyKeymap]),
        changed,
      ],
    },
    revertControls: 'a-to-b',
    collapseUnchanged: {},
  });
  // The editor in which the conflict was found is gone, so the focus moves here.
  view.b.focus();
  return { close: () => view.destroy() };
}
