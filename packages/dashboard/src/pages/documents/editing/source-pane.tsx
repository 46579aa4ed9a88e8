import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Loading } from '../../../components/basics.js';
import { textOf } from '../../../text.js';
import { openEditor } from '../codemirror.js';
import classes from '../editor.module.css';
import { type PaneProps, useEditor } from './pane.js';

const Preview = lazy(() => import('./preview.js').then((part) => ({ default: part.Preview })));

/** A Markdown editor with the preview next to it. In a narrow window, one of the two is shown. */
export function SourcePane(props: PaneProps) {
  const [shown, setShown] = useState('write');
  const container = useEditor(props, openEditor);
  return (
    <>
      <Switch shown={shown} onShow={setShown} />
      <div className={classes.panes} data-shown={shown}>
        <div ref={container} className={classes.pane} data-pane="text" />
        <div className={classes.pane} data-pane="preview">
          <Suspense fallback={<Loading />}>
            <Preview path={props.path} text={props.text} />
          </Suspense>
        </div>
      </div>
    </>
  );
}

const views = [
  { value: 'write', label: textOf('Write') },
  { value: 'preview', label: textOf('Preview') },
];

function Switch({ shown, onShow }: { shown: string; onShow: (value: string) => void }) {
  return (
    <Button.Group aria-label={textOf('What is shown')} className={classes.switch}>
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
