import { Button, Text } from '@mantine/core';
import { type DragEvent, useRef, useState } from 'react';
import classes from './components.module.css';
import { Icon } from './icon.js';

/** Accepts one file that is dropped or chosen. `accept` lists the types that the file dialog offers. */
export function DropZone({ label, accept, onFile }: { label: string; accept: string; onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [file] = Array.from(event.dataTransfer.files);
    if (file !== undefined) {
      onFile(file);
    }
  };
  return (
    <fieldset
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
        Choose a file
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={label}
        onChange={({ currentTarget }) => {
          const [file] = Array.from(currentTarget.files ?? []);
          currentTarget.value = '';
          if (file !== undefined) {
            onFile(file);
          }
        }}
      />
    </fieldset>
  );
}
