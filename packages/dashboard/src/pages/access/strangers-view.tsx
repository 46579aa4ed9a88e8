import { Anchor, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { readAccess } from '@tessera/path-access';
import { useSession } from '../../app/session.js';
import { Icon } from '../../components/icon.js';
import { read } from '../../data/queries.js';
import { textOf } from '../../text.js';
import classes from './access.module.css';
import { documentsQuery } from './queries.js';
import type { State, Stored, TypedOffer } from './state.js';

const insideMax = 6;
const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

interface ViewProps {
  readonly stored: Stored;
  readonly state: State;
  readonly offer: TypedOffer;
}

/** What a stranger sees of a place in a state, before it is saved: of a folder, its first document that is locked. */
export function StrangersView({ stored: { place, publicGroup }, state, offer }: ViewProps) {
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
    <figure className={classes.view}>
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
