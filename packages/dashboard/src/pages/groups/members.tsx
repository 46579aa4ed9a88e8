import { Anchor, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Panel } from '../../components/basics.js';
import { accessQuery, groupChange, type Person } from '../../data/api.js';
import { textOf } from '../../text.js';
import { Finder } from '../access/finder.js';
import { type GroupEntry, type Holder, useAct, useHolders } from '../access/queries.js';
import { Repairs, Shares, Verdict } from '../access/readers.js';

/** Lists everyone in a group, and lets admins add or remove a person. */
export function GroupMembers({ group }: { group: GroupEntry }) {
  const [opened, setOpened] = useState<string>();
  // A person who is not confined reads everything, so a group would reduce their access.
  const holders = (useHolders() ?? []).filter(({ isActive, groups }) => isActive && groups !== null);
  const answer = (holder: Holder | undefined) => holder && <MemberAnswer holder={holder} group={group} />;
  return (
    <Panel title={textOf('Members')} flush>
      <Finder
        label={textOf('Find or add people')}
        sections={{ [textOf('In the group')]: holders.filter((holder) => isIn(holder, group)) }}
        everyone={holders}
        opened={opened}
        onOpen={setOpened}
        answer={({ key }) => answer(holders.find((holder) => holder.key === key))}
      />
    </Panel>
  );
}

const isIn = ({ groups }: Holder, { id }: GroupEntry): boolean => groups?.includes(id) === true;

function MemberAnswer({ holder, group }: { holder: Holder; group: GroupEntry }) {
  const { name, person } = holder;
  if (!isIn(holder, group)) {
    return (
      <Verdict isReadable={false} title={textOf('{name} is not in {group}', { name, group: group.name })}>
        <Repairs holder={holder} giving={[group]} />
      </Verdict>
    );
  }
  return (
    <Verdict isReadable title={textOf('{name} is in {group}', { name, group: group.name })}>
      {person === undefined ? (
        <Text size="sm">{textOf('Its groups cannot be changed. Revoke it, and create a new one.')}</Text>
      ) : (
        <TakeOut person={person} group={group} />
      )}
    </Verdict>
  );
}

function TakeOut({ person, group: { id, name } }: { person: Person; group: GroupEntry }) {
  const act = useAct();
  const isByHand = useQuery(accessQuery(person.id)).data?.by_hand.some(({ group_id: one }) => one === id);
  const set = (isAssigned: boolean) => groupChange(id, isAssigned)(person);
  return (
    <>
      <Shares id={person.id} />
      {isByHand === true && (
        <Button
          size="xs"
          variant="default"
          w="fit-content"
          loading={act.isPending}
          onClick={() =>
            act.mutate({
              change: () => set(false),
              done: textOf('{name} was taken out of {group}.', { name: person.name, group: name }),
              undo: () => set(true),
            })
          }
        >
          {textOf('Take out of {group}', { group: name })}
        </Button>
      )}
      <Anchor component={Link} to={`/people?person=${person.id}`} size="sm">
        {textOf('All that they can read')}
      </Anchor>
    </>
  );
}
