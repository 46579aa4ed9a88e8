import { Loader, Modal, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useState } from 'react';
import { Icon, type IconName } from '../parts/icon.js';
import { navigationFor } from './navigation.js';
import classes from './palette.module.css';
import { read } from './queries.js';
import { type Session, useSession } from './session.js';

interface Command {
  readonly key: string;
  readonly label: string;
  readonly kind: string;
  readonly icon: IconName;
  readonly to: string;
  readonly words: string;
}

/** Goes to a page, a collection, a group or a person by a few letters of its name. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const router = useRouter();
  const list = useId();
  const { commands, loading } = useCommands(useSession());
  const found = matching(commands, text).slice(0, 12);
  const current = Math.min(chosen, found.length - 1);
  const go = (command: Command | undefined): void => {
    if (command !== undefined) {
      onClose();
      void router.navigate({ href: command.to });
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
      opened
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
        aria-label="Find a page, a collection or a person"
        role="combobox"
        aria-expanded
        aria-controls={list}
        aria-activedescendant={found[current] && `${list}-${current}`}
        variant="unstyled"
        size="md"
        px="md"
        py={6}
        placeholder="Find a page, a collection, a group or a person"
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
      {found.length === 0 && (
        <Text size="sm" c="dimmed" p="md" role="status">
          Nothing is called that.
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

function useCommands(session: Session): { commands: Command[]; loading: boolean } {
  const collections = useQuery(read('collections.list', {}));
  const people = useQuery({ ...read('people.list', {}), enabled: session.isAdmin });
  const pages = navigationFor(session).flatMap(({ entries }) =>
    entries.map(({ to, label, icon, words }) => ({
      key: to,
      label,
      kind: 'Page',
      icon,
      to: `/app${to}`,
      words: words ?? '',
    })),
  );
  const named = (collections.data?.collections ?? []).map(({ id, name }) => ({
    key: id,
    label: name,
    kind: 'Collection',
    icon: 'collection' as const,
    to: `/app/collections/${name}`,
    words: '',
  }));
  const persons = (people.data?.people ?? []).map(({ id, name, email }) => ({
    key: id,
    label: name === email ? email : `${name} · ${email}`,
    kind: 'Person',
    icon: 'people' as const,
    to: `/app/people?find=${encodeURIComponent(email)}`,
    words: '',
  }));
  return { commands: [...pages, ...named, ...persons], loading: collections.isLoading || people.isLoading };
}

/** The commands that hold every word of the text, those that begin with it first. */
function matching(commands: readonly Command[], text: string): Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const start = words.join(' ');
  return commands
    .filter(({ label, words: further }) => words.every((word) => `${label} ${further}`.toLowerCase().includes(word)))
    .sort((a, b) => Number(b.label.toLowerCase().startsWith(start)) - Number(a.label.toLowerCase().startsWith(start)));
}
