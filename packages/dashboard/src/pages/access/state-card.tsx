import { Anchor, Button, Checkbox, NativeSelect, Stack, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Icon, type IconName } from '../../components/icon.js';
import { Panel } from '../../components/page.js';
import { nodesOf, textOf } from '../../text.js';
import classes from './access.module.css';
import { listOf } from './answers.js';
import type { Place } from './place.js';
import { type GroupEntry, isOnSale, useAct } from './queries.js';
import { type State, type Stored, setState, storedState, type TypedOffer, type Workspace } from './state.js';
import { StrangersView } from './strangers-view.js';

const states = [
  {
    state: 'private',
    icon: 'lock',
    name: textOf('Private'),
    about: textOf('Only those on the list'),
    action: textOf('Make it private'),
    done: (title) => textOf('{title}: private.', { title }),
  },
  {
    state: 'anyone',
    icon: 'globe',
    name: textOf('Anyone'),
    about: textOf('Without signing in'),
    action: textOf('Let anyone read it'),
    done: (title) => textOf('{title}: anyone.', { title }),
  },
  {
    state: 'sale',
    icon: 'tag',
    name: textOf('For sale'),
    about: textOf('Titles and your offer'),
    action: textOf('Put on sale'),
    done: (title) => textOf('{title}: for sale.', { title }),
  },
] as const satisfies readonly {
  state: State;
  icon: IconName;
  name: string;
  about: string;
  action: string;
  done: (title: string) => string;
}[];

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
    <Panel title={textOf('Everyone else')}>
      <StateForm key={key} stored={stored} effects={(chosen, offer) => effectsOf(chosen, offer, stored)} />
    </Panel>
  );

  function effectsOf(chosen: State, { groupId }: TypedOffer, { publicGroup, sold }: Stored): string[] {
    if (chosen === 'private') {
      return sold.length === 0
        ? []
        : [textOf('{groups} is taken off sale as a whole.', { groups: listOf(sold.map(({ name }) => name)) })];
    }
    if (chosen === 'anyone') return [textOf('Search engines list it.')];
    const others = groups.filter((group) => isOnSale(group) && group.id !== groupId).map(({ name }) => name);
    return [
      ...(workspace.offer.show_locked || others.length === 0
        ? []
        : [textOf('Titles in {groups} are shown too.', { groups: listOf(others) })]),
      ...(publicGroup === undefined
        ? [textOf('Strangers reach it once anyone can read something, like an introduction.')]
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
  const selected = states.find(({ state }) => state === chosen);
  const save = (): void =>
    act.mutate({ change: () => setState[chosen](stored, offer), done: selected?.done(place.title) ?? '' });
  return (
    <>
      <fieldset className={classes.states}>
        <VisuallyHidden component="legend">{textOf('State')}</VisuallyHidden>
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
            {nodesOf('A wider pattern of {group} lets anyone read it. Change the pattern there.', {
              group: (
                <Anchor component={Link} to={`/groups/${wider.id}`} size="sm">
                  {wider.name}
                </Anchor>
              ),
            })}
          </Note>
        ) : (
          isChanged && (
            <>
              {effects(chosen, offer).map((effect) => (
                <Note key={effect}>{effect}</Note>
              ))}
              <Button onClick={save} loading={act.isPending}>
                {isSame ? textOf('Save the offer') : selected?.action}
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
    { value: '', label: textOf('A new group') },
  ];
  return (
    <>
      <TextInput
        label={textOf('Offer')}
        placeholder={textOf('The whole course for 40 €')}
        value={offer.text}
        onChange={({ currentTarget }) => set({ text: currentTarget.value })}
      />
      <TextInput
        label={textOf('Address of the button')}
        placeholder="https://"
        value={offer.url}
        onChange={({ currentTarget }) => set({ url: currentTarget.value })}
      />
      <NativeSelect
        label={textOf('Buyers join')}
        value={offer.groupId}
        onChange={({ currentTarget }) => set({ groupId: currentTarget.value })}
        data={groups}
      />
      <Checkbox
        label={textOf('Same offer for everything on sale')}
        checked={offer.isShared}
        onChange={({ currentTarget }) => set({ isShared: currentTarget.checked })}
      />
    </>
  );
}
