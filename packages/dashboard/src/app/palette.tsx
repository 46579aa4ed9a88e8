import { Box, Loader, Text, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useState } from 'react';
import { Icon } from '../components/icon.js';
import { Modal } from '../components/overlays.js';
import { textOf } from '../text.js';
import classes from './palette.module.css';
import type { Command } from './palette-actions.js';
import { type Section, useCommands } from './palette-commands.js';

/** The palette: finds actions, pages, records, documents and other named things by a few letters. */
export function Palette({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const router = useRouter();
  const list = useId();
  const { sections, loading } = useCommands(text, onKeys);
  const found = sections.flatMap(({ commands }) => commands);
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
        aria-label={textOf('Find a page, a collection, a group, a person, a record or a document, or do something')}
        role="combobox"
        aria-expanded
        aria-controls={list}
        aria-activedescendant={found[current] && `${list}-${current}`}
        variant="unstyled"
        size="md"
        px="md"
        py={6}
        placeholder={textOf('Find a page, a person, a record id, or type new…')}
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
      <Sections id={list} sections={sections} current={found[current]} onChoose={go} />
      {found.length === 0 && !loading && (
        <Text size="sm" c="dimmed" p="md" role="status">
          {textOf('No results.')}
        </Text>
      )}
    </Modal>
  );
}

function Sections(props: {
  id: string;
  sections: readonly Section[];
  current: Command | undefined;
  onChoose: (command: Command) => void;
}) {
  const { id, sections, current, onChoose } = props;
  const found = sections.flatMap(({ commands }) => commands);
  return (
    <div role="listbox" id={id} aria-label={textOf('Found')} className={classes.list}>
      {sections.map(({ title, commands }) => (
        <Box key={title} role="group" aria-label={title}>
          <Text size="xs" c="dimmed" fw={600} px="sm" pt={8} pb={4} aria-hidden="true">
            {title}
          </Text>
          {commands.map((command) => (
            <Entry
              key={command.key}
              id={`${id}-${found.indexOf(command)}`}
              command={command}
              selected={command === current}
              onClick={() => onChoose(command)}
            />
          ))}
        </Box>
      ))}
    </div>
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
      <span className="ellipsis">{command.label}</span>
    </button>
  );
}
