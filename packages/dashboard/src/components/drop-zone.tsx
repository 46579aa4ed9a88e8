import { Button, Stack, Text } from '@mantine/core';
import { type DragEvent, useRef, useState } from 'react';
import { textOf } from '../text.js';
import classes from './components.module.css';
import { filesIn } from './files.js';
import { Icon } from './icon.js';

/** Accepts files that are dropped or chosen. `accept` lists the types that the file dialog offers. */
export function DropZone(props: {
  label: string;
  accept: string;
  /** Whether several files can be chosen. */
  multiple?: true;
  onFiles: (files: readonly File[]) => void;
}) {
  const { label, accept, multiple, onFiles } = props;
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const give = (files: readonly File[]): void => {
    if (files.length > 0) onFiles(files);
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    void filesIn(event.dataTransfer).then(give);
  };
  return (
    <Stack
      component="fieldset"
      align="center"
      gap="sm"
      px="md"
      py="2.5rem"
      className={classes.drop}
      data-over={over}
      aria-label={label}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <Icon name="upload" size={28} />
      <Text fw={550}>{label}</Text>
      <Button variant="default" onClick={() => input.current?.click()}>
        {textOf(multiple === true ? 'Choose files' : 'Choose a file')}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={multiple}
        hidden
        aria-label={label}
        onChange={({ currentTarget }) => {
          const files = Array.from(currentTarget.files ?? []);
          currentTarget.value = '';
          give(files);
        }}
      />
    </Stack>
  );
}
