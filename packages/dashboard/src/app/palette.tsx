import { Loader, Text, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useState } from 'react';
import { Icon } from '../components/icon.js';
import { Modal } from '../components/overlays.js';
import type { Command } from './command.js';
import classes from './palette.module.css';
import { useCommands } from './palette-commands.js';

/** Does something, or goes to a page, a record, a document or whatever has a name, by a few letters of it. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const router = useRouter();
  const list = useId();
  const { found, loading } = useCommands(text);
  const current = Math.min(chosen, found.length - 1);
  const go = (command: Command | undefined): void => {
    if (command !== undefined) {
      onClose();
      command.run?.();
      if (command.to !== undefined) void router.navigate({ href: command.to });
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setChosen((current + step + found.length) % Math.max(1, found.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      go(found[current]);
    }
  };
  return (
    <Modal
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size="lg"
      yOffset="12vh"
      centered={false}
      title={undefined}
    >
      <TextInput
        data-autofocus
        aria-label="Find a page, a collection, a group, a person, a record or a document, or do something"
        role="combobox"
        aria-expanded
        aria-controls={list}
        aria-activedescendant={found[current] && `${list}-${current}`}
        variant="unstyled"
        size="md"
        px="md"
        py={6}
        placeholder="Find a page, a person, a record id, or type new…"
        leftSection={<Icon name="search" />}
        leftSectionWidth={52}
        rightSection={loading ? <Loader size="xs" /> : null}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div role="listbox" id={list} aria-label="Found" className={classes.list}>
        {found.map((command, index) => (
          <Entry
            key={command.key}
            id={`${list}-${index}`}
            command={command}
            selected={index === current}
            onClick={() => go(command)}
          />
        ))}
      </div>
      {found.length === 0 && !loading && (
        <Text size="sm" c="dimmed" p="md" role="status">
          No results.
        </Text>
      )}
    </Modal>
  );
}

function Entry(props: { id: string; command: Command; selected: boolean; onClick: () => void }) {
  const { id, command, selected, onClick } = props;
  return (
    <button
      type="button"
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      className={classes.entry}
      onClick={onClick}
    >
      <Icon name={command.icon} />
      <span className={classes.label}>{command.label}</span>
      <span className="soft">{command.kind}</span>
    </button>
  );
}
