import { Box, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Note, Tile } from '../../components/basics.js';
import { Icon, type IconName } from '../../components/icon.js';
import { textOf } from '../../text.js';
import classes from './access.module.css';

/** Someone, or a group, in a list of access. */
export interface Entry {
  readonly key: string;
  readonly icon: IconName;
  readonly name: string;
  readonly detail: string;
  /** Why it is in the list. */
  readonly why?: ReactNode;
}

interface FinderProps {
  readonly label: string;
  /** Those with access, under headings. They are listed as long as nothing is typed. */
  readonly sections: Readonly<Record<string, readonly Entry[]>>;
  /** All that can be found. */
  readonly everyone: readonly Entry[];
  readonly opened: string | undefined;
  readonly onOpen: (key: string | undefined) => void;
  /** The content of an opened entry. */
  readonly answer: (entry: Entry) => ReactNode;
}

const foundMax = 8;

/** Lists those with access, and finds others by a field. A press on an entry opens its answer. */
export function Finder({ label, sections, everyone, opened, onOpen, answer }: FinderProps) {
  const [text, setText] = useState('');
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const matches = ({ name, detail }: Entry): boolean =>
    words.every((word) => `${name} ${detail}`.toLowerCase().includes(word));
  const isListed = (key: string): boolean => Object.values(sections).some((of) => of.some((one) => one.key === key));
  const shown: FinderProps['sections'] =
    words.length > 0
      ? { [textOf('Found')]: everyone.filter(matches).slice(0, foundMax) }
      : { [textOf('Chosen')]: everyone.filter(({ key }) => key === opened && !isListed(key)), ...sections };
  const lists = Object.entries(shown).filter(([, entries]) => entries.length > 0);
  return (
    <Box p="md">
      <TextInput
        type="search"
        aria-label={label}
        placeholder={label}
        leftSection={<Icon name="search" size={16} />}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        autoComplete="off"
        autoFocus
      />
      {lists.map(([title, entries]) => (
        <section key={title} aria-label={title}>
          <Text component="h3" size="xs" c="dimmed" fw={600} mt="md" mb={4}>
            {title}
          </Text>
          <ul className={classes.entries}>
            {entries.map((entry) => (
              <li key={entry.key} data-opened={entry.key === opened}>
                <Line
                  entry={entry}
                  isOpened={entry.key === opened}
                  onPress={() => onOpen(entry.key === opened ? undefined : entry.key)}
                />
                {entry.key === opened && <div aria-live="polite">{answer(entry)}</div>}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {lists.length === 0 && (
        <Note pt="md">
          {words.length > 0 ? textOf('No one has this name. Add them under People first.') : textOf('No one yet.')}
        </Note>
      )}
    </Box>
  );
}

function Line({ entry, isOpened, onPress }: { entry: Entry; isOpened: boolean; onPress: () => void }) {
  const { icon, name, detail, why } = entry;
  return (
    <UnstyledButton className={classes.entry} aria-expanded={isOpened} onClick={onPress}>
      <Tile size={32} radius={icon === 'group' ? 'sm' : '50%'}>
        {icon === 'people' ? name.slice(0, 1).toUpperCase() : <Icon name={icon} size={16} />}
      </Tile>
      <Stack component="span" gap={0} flex="1 1 8rem" miw={0}>
        <Text span fw={550} size="sm" truncate title={name} dir="auto">
          {name}
        </Text>
        <Text span size="xs" c="dimmed" truncate>
          {detail}
        </Text>
      </Stack>
      <Text span size="xs" c="dimmed" ta="right" maw="45%" truncate>
        {why}
      </Text>
      <Icon name={isOpened ? 'down' : 'chevron'} size={14} />
    </UnstyledButton>
  );
}
