import { ActionIcon } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Icon, type IconName } from '../../components/icon.js';
import type { Format } from './block-choices.js';
import classes from './editor.module.css';

const formats: readonly { format: Format; icon: IconName; label: string }[] = [
  { format: 'bold', icon: 'bold', label: 'Bold' },
  { format: 'italic', icon: 'italic', label: 'Italic' },
  { format: 'heading', icon: 'heading', label: 'Heading' },
  { format: 'list', icon: 'list', label: 'List' },
  { format: 'link', icon: 'link', label: 'Link' },
  { format: 'code', icon: 'code', label: 'Code' },
  { format: 'table', icon: 'table', label: 'Table' },
];

/** Buttons that format the text of an editor. The toolbar is one stop of the Tab key; arrow keys move within it. */
export function Toolbar(props: { onFormat: (format: Format) => void; onFiles: (files: readonly File[]) => void }) {
  const { onFormat, onFiles } = props;
  const [current, setCurrent] = useState(0);
  const container = useRef<HTMLDivElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const count = formats.length + 1;
    const moves: Record<string, number> = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: count - 1 };
    const next = moves[event.key];
    if (next !== undefined) {
      event.preventDefault();
      const reached = (next + count) % count;
      setCurrent(reached);
      container.current?.querySelectorAll('button')[reached]?.focus();
    }
  };
  return (
    <div ref={container} role="toolbar" aria-label="Formatting" className={classes.toolbar} onKeyDown={onKeyDown}>
      {formats.map(({ format, icon, label }, index) => (
        <Tool key={format} icon={icon} label={label} reached={index === current} onClick={() => onFormat(format)} />
      ))}
      <Tool
        icon="upload"
        label="Image or file"
        reached={current === formats.length}
        onClick={() => files.current?.click()}
      />
      <input
        ref={files}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          onFiles(Array.from(currentTarget.files ?? []));
          currentTarget.value = '';
        }}
      />
    </div>
  );
}

function Tool(props: { icon: IconName; label: string; reached: boolean; onClick: () => void }) {
  const { icon, label, reached, onClick } = props;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="md"
      aria-label={label}
      title={label}
      tabIndex={reached ? 0 : -1}
      onClick={onClick}
    >
      <Icon name={icon} size={16} />
    </ActionIcon>
  );
}
