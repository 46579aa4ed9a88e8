import { Anchor, Button, Checkbox, NativeSelect, Stack, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Icon, type IconName } from '../../components/icon.js';
import { Panel } from '../../components/page.js';
import classes from './access.module.css';
import { listOf } from './answers.js';
import type { Place } from './place.js';
import { type GroupEntry, isOnSale, useAct } from './queries.js';
import { type State, type Stored, setState, storedState, type TypedOffer, type Workspace } from './state.js';
import { StrangersView } from './strangers-view.js';

const states: readonly { state: State; icon: IconName; name: string; about: string; action: string }[] = [
  { state: 'private', icon: 'lock', name: 'Private', about: 'Only those on the list', action: 'Make it private' },
  { state: 'anyone', icon: 'globe', name: 'Anyone', about: 'Without signing in', action: 'Let anyone read it' },
  { state: 'sale', icon: 'tag', name: 'For sale', about: 'Titles and your offer', action: 'Put on sale' },
];

interface CardProps {
  readonly place: Place;
  readonly groups: readonly GroupEntry[];
  readonly workspace: Workspace;
}

/** Whether a place is private, public or on sale, with a view of what a stranger sees. */
export function StateCard({ place, groups, workspace }: CardProps) {
  const stored = storedState(place, groups, workspace);
  // After a change, the form starts again from what is stored.
  const key = JSON.stringify([stored.state, stored.offer]);
  return (
    <Panel title="Everyone else">
      <StateForm key={key} stored={stored} effects={(chosen, offer) => effectsOf(chosen, offer, stored)} />
    </Panel>
  );

  function effectsOf(chosen: State, { groupId }: TypedOffer, { publicGroup, sold }: Stored): string[] {
    if (chosen === 'private') {
      return sold.length === 0 ? [] : [`${listOf(sold.map(({ name }) => name))} is taken off sale as a whole.`];
    }
    if (chosen === 'anyone') return ['Search engines list it.'];
    const others = groups.filter((group) => isOnSale(group) && group.id !== groupId).map(({ name }) => name);
    return [
      ...(workspace.offer.show_locked || others.length === 0 ? [] : [`Titles in ${listOf(others)} are shown too.`]),
      ...(publicGroup === undefined
        ? ['Strangers reach it once anyone can read something, like an introduction.']
        : []),
    ];
  }
}

function StateForm(props: { stored: Stored; effects: (chosen: State, offer: TypedOffer) => string[] }) {
  const { stored, effects } = props;
  const { place, wider } = stored;
  const [chosen, setChosen] = useState(stored.state);
  const [offer, setOffer] = useState(stored.offer);
  const act = useAct();
  const isSame = chosen === stored.state;
  const isChanged = !isSame || (chosen === 'sale' && JSON.stringify(offer) !== JSON.stringify(stored.offer));
  const { name, action } = states.find(({ state }) => state === chosen) ?? { name: '', action: '' };
  const save = (): void =>
    act.mutate({ change: () => setState[chosen](stored, offer), done: `${place.title}: ${name.toLowerCase()}.` });
  return (
    <>
      <fieldset className={classes.states}>
        <VisuallyHidden component="legend">State</VisuallyHidden>
        {states.map(({ state, icon, name: label, about }) => (
          <label key={state} className={classes.state}>
            <input type="radio" name="state" checked={chosen === state} onChange={() => setChosen(state)} />
            <Icon name={icon} />
            <Text size="sm" fw={600}>
              {label}
            </Text>
            <Text size="xs">{about}</Text>
          </label>
        ))}
      </fieldset>
      <Stack gap="sm">
        {chosen === 'sale' && <OfferForm stored={stored} offer={offer} onChange={setOffer} />}
        {isChanged && chosen !== 'anyone' && wider !== undefined ? (
          <Note>
            A wider pattern of{' '}
            <Anchor component={Link} to={`/groups/${wider.id}`} size="sm">
              {wider.name}
            </Anchor>{' '}
            lets anyone read it. Change the pattern there.
          </Note>
        ) : (
          isChanged && (
            <>
              {effects(chosen, offer).map((effect) => (
                <Note key={effect}>{effect}</Note>
              ))}
              <Button onClick={save} loading={act.isPending}>
                {isSame ? 'Save the offer' : action}
              </Button>
            </>
          )
        )}
        <StrangersView stored={stored} state={chosen} offer={offer} />
      </Stack>
    </>
  );
}

const Note = ({ children }: { children: ReactNode }) => <Text size="sm">{children}</Text>;

function OfferForm(props: { stored: Stored; offer: TypedOffer; onChange: (offer: TypedOffer) => void }) {
  const { stored, offer, onChange } = props;
  const set = (change: Partial<TypedOffer>): void => onChange({ ...offer, ...change });
  const groups = [
    ...stored.giving.map(({ id, name }) => ({ value: id, label: name })),
    { value: '', label: 'A new group' },
  ];
  return (
    <>
      <TextInput
        label="Offer"
        placeholder="The whole course for 40 €"
        value={offer.text}
        onChange={({ currentTarget }) => set({ text: currentTarget.value })}
      />
      <TextInput
        label="Address of the button"
        placeholder="https://"
        value={offer.url}
        onChange={({ currentTarget }) => set({ url: currentTarget.value })}
      />
      <NativeSelect
        label="Buyers join"
        value={offer.groupId}
        onChange={({ currentTarget }) => set({ groupId: currentTarget.value })}
        data={groups}
      />
      <Checkbox
        label="Same offer for everything on sale"
        checked={offer.isShared}
        onChange={({ currentTarget }) => set({ isShared: currentTarget.checked })}
      />
    </>
  );
}
