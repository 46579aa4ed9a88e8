import { Alert, Button, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { CallAnswer } from '@tessera/client';
import { useRef, useState } from 'react';
import { Icon } from '../../../components/icon.js';
import { Loaded } from '../../../components/notices.js';
import { openEditor } from '../codemirror.js';
import classes from '../editor.module.css';
import { RenderedHtml } from '../html.js';
import { previewQuery } from '../queries.js';
import { type PaneProps, useEditor } from './pane.js';

/** A Markdown editor with the preview next to it. In a narrow window, one of the two is shown. */
export function SourcePane(props: PaneProps) {
  const [shown, setShown] = useState('write');
  const container = useEditor(props, openEditor);
  return (
    <>
      <Switch shown={shown} onShow={setShown} />
      <div className={classes.panes} data-shown={shown}>
        <div ref={container} className={classes.pane} data-pane="text" />
        <Preview path={props.path} text={props.text} />
      </div>
    </>
  );
}

const views = [
  { value: 'write', label: 'Write' },
  { value: 'preview', label: 'Preview' },
];

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

/** Problems of the text, such as broken links, that its readers would notice. */
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
