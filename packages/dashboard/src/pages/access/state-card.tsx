import { Anchor, Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { readAccess } from '@tessera/path-access';
import { type ReactNode, useState } from 'react';
import { useSession } from '../../app/session.js';
import { Panel } from '../../components/basics.js';
import { Icon, type IconName } from '../../components/icon.js';
import { read } from '../../data/api.js';
import { listOf, nodesOf, textOf } from '../../text.js';
import classes from './access.module.css';
import type { Place } from './place.js';
import { documentsQuery, type GroupEntry, isOnSale, useAct } from './queries.js';
import { type State, type Stored, setState, storedState, type TypedOffer, type Workspace } from './state.js';

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

const insideMax = 6;
const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

interface ViewProps {
  readonly stored: Stored;
  readonly state: State;
  readonly offer: TypedOffer;
}

/** What a stranger sees of a place in a state, before it is saved: of a folder, its first document that is locked. */
function StrangersView({ stored: { place, publicGroup }, state, offer }: ViewProps) {
  const { workspace } = useSession();
  const listed = useQuery(documentsQuery(place)).data?.documents ?? [];
  const isOpen = readAccess(publicGroup === undefined ? [] : [publicGroup]).canRead;
  const documents = listed.filter(({ media_type: type }) => type.startsWith('text/'));
  const isShown = (path: string): boolean =>
    place.isFolder
      ? state === 'anyone' || (!isOpen(path) && !/\/(index|readme)\.md$/i.test(path))
      : path === place.path;
  const shown = documents.find(({ path }) => isShown(path)) ?? documents[0];
  if (shown === undefined) return null;
  const inside = documents.filter(({ path }) => folderOf(path) === folderOf(shown.path));
  const cover = listed.find(({ path }) => /\/cover\.\w+$/.test(path) && isOpen(path))?.path;
  return (
    <figure>
      <Group component="figcaption" justify="space-between" mb={6} fz="xs" fw={600} c="dimmed">
        {textOf('What a stranger sees')}
        {state !== 'private' && (
          <Anchor href={`/d/@${workspace.slug}/${encoded(shown.path)}`} target="_blank" size="xs">
            {textOf('Open it')}
          </Anchor>
        )}
      </Group>
      <div className={classes.screen}>
        {state === 'private' ? (
          <Text size="sm">{textOf('The page for signing in, as at any address.')}</Text>
        ) : (
          <>
            {cover !== undefined && state === 'sale' && <img src={`/raw/${encoded(cover)}`} alt="" />}
            <Text fw={700} size="lg" lh={1.3} dir="auto">
              {shown.title}
            </Text>
            <Description path={shown.path} />
            {state === 'anyone' ? (
              <Text size="sm">{textOf('… and all that follows')}</Text>
            ) : (
              <OfferView offer={offer} />
            )}
          </>
        )}
        {state === 'sale' && (
          <ul>
            {inside.slice(0, insideMax).map(({ path, title }) => (
              <li key={path} dir="auto">
                {!isOpen(path) && <Icon name="lock" size={12} />} {title}
              </li>
            ))}
            {inside.length > insideMax && <li>{textOf('and {count} more', { count: inside.length - insideMax })}</li>}
          </ul>
        )}
      </div>
    </figure>
  );
}

function Description({ path }: { path: string }) {
  const description = useQuery(read('documents.read', { query: { path } })).data?.front_matter?.description;
  return typeof description === 'string' && <Text size="sm">{description}</Text>;
}

function OfferView({ offer: { text, url } }: { offer: TypedOffer }) {
  return (
    <>
      <Text fw={650}>{text.trim() || textOf('You need access to read this page.')}</Text>
      {url.trim() !== '' && (
        <Button component="span" size="xs" w="fit-content">
          {textOf('Get access')}
        </Button>
      )}
    </>
  );
}
