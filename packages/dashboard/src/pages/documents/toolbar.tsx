import { Group } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { IconButton } from '../../components/basics.js';
import type { IconName } from '../../components/icon.js';
import { textOf } from '../../text.js';
import type { Format } from './block-choices.js';

const formats: readonly { format: Format; icon: IconName; label: string; toggles?: true }[] = [
  { format: 'bold', icon: 'bold', label: textOf('Bold'), toggles: true },
  { format: 'italic', icon: 'italic', label: textOf('Italic'), toggles: true },
  { format: 'heading', icon: 'heading', label: textOf('Heading'), toggles: true },
  { format: 'list', icon: 'list', label: textOf('List'), toggles: true },
  { format: 'link', icon: 'link', label: textOf('Link') },
  { format: 'code', icon: 'code', label: textOf('Code'), toggles: true },
  { format: 'table', icon: 'table', label: textOf('Table') },
];

/** Buttons that format the text of an editor. The toolbar is one stop of the Tab key; arrow keys move within it. */
export function Toolbar(props: {
  /** The formats at the cursor, separated by spaces. Undefined if the editor does not know them. */
  formats: string | undefined;
  onFormat: (format: Format) => void;
  onFiles: (files: readonly File[]) => void;
}) {
  const { onFormat, onFiles } = props;
  const present = props.formats?.split(' ');
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
    <Group ref={container} role="toolbar" aria-label={textOf('Formatting')} gap={2} onKeyDown={onKeyDown}>
      {formats.map(({ format, icon, label, toggles }, index) => (
        <Tool
          key={format}
          icon={icon}
          label={label}
          pressed={toggles && present?.includes(format)}
          reached={index === current}
          onClick={() => onFormat(format)}
        />
      ))}
      <Tool
        icon="upload"
        label={textOf('Image or file')}
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
    </Group>
  );
}

function Tool(props: {
  icon: IconName;
  label: string;
  pressed?: boolean | undefined;
  reached: boolean;
  onClick: () => void;
}) {
  const { icon, label, pressed, reached, onClick } = props;
  return (
    <IconButton
      icon={icon}
      label={label}
      title={label}
      variant={pressed === true ? 'light' : 'subtle'}
      color={pressed === true ? undefined : 'gray'}
      aria-pressed={pressed}
      tabIndex={reached ? 0 : -1}
      onClick={onClick}
    />
  );
}
