import { Alert, Badge, Button, Group, Text } from '@mantine/core';
import { When } from '../../../components/basics.js';
import { Icon } from '../../../components/icon.js';
import type { Draft } from '../../../data/drafts.js';
import { nodesOf, textOf } from '../../../text.js';

/** Names the other people who are editing the document. */
export function Others({ names }: { names: readonly string[] }) {
  const [first, second] = names;
  if (first === undefined) {
    return null;
  }
  return (
    <Badge variant="light" color="yellow" tt="none" role="status" maw="14rem">
      {second === undefined
        ? textOf('{name} is editing', { name: first })
        : names.length > 2
          ? textOf('{name} and others are editing', { name: first })
          : textOf('{name} and {other} are editing', { name: first, other: second })}
    </Badge>
  );
}

/** Says that the editor shows a draft, which can be discarded. */
export function DraftNotice(props: { draft: Draft; current: string; onDiscard: () => void }) {
  const { draft, current, onDiscard } = props;
  return (
    <Alert color="yellow" icon={<Icon name="alert" />} mb="xs" p="sm">
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          {nodesOf('This is your draft from {time}, which was not saved.', { time: <When at={draft.at} /> })}{' '}
          {draft.base !== current && textOf('The document has changed since; saving shows both texts.')}
        </Text>
        <Button size="xs" variant="default" onClick={onDiscard}>
          {textOf('Discard the draft')}
        </Button>
      </Group>
    </Alert>
  );
}
