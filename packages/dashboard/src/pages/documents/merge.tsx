import { Alert, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../components/icon.js';
import { Loaded } from '../../components/notices.js';
import { When } from '../../components/when.js';
import { openMerge } from './codemirror-merge.js';
import classes from './editor.module.css';
import { contentQuery } from './queries.js';

/** Shown if someone else saved meanwhile: the current text next to one's own, to be merged. */
export function Merge(props: {
  path: string;
  own: string;
  busy: boolean;
  onSave: (saved: { text: string; message: string; base: string }) => Promise<void>;
  onCancel: () => void;
}) {
  const { path, own, busy, onSave, onCancel } = props;
  const current = useQuery({
    ...contentQuery(path),
    staleTime: 0,
    gcTime: 0,
    queryKey: ['documents.read', { path, merge: true }],
  });
  const [text, setText] = useState(own);
  return (
    <section aria-label={`Merging ${path}`}>
      <Loaded query={current}>
        {(content) => (
          <>
            <Alert color="yellow" icon={<Icon name="alert" />} title="Someone else saved this document" mb="sm">
              <Text size="sm">
                {content.updated_by} changed it <When at={content.updated_at} />. The current text is on the left and
                yours is on the right. Keep what you need, then save.
              </Text>
            </Alert>
            <MergePanes theirs={content.text ?? ''} own={own} onChange={setText} />
            <Group justify="flex-end" mt="sm">
              <Button variant="default" onClick={onCancel}>
                Back to my text
              </Button>
              <Button loading={busy} onClick={() => void onSave({ text, message: '', base: content.blob })}>
                Save the merged text
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
  return <div ref={container} className={classes.merge} />;
}
