import { Button, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFilters } from '../../app/session.js';
import { Loaded, Loading } from '../../components/basics.js';
import { groupsQuery } from '../../components/group-choice.js';
import { workspaceQuery } from '../../data/api.js';
import { nodesOf, textOf } from '../../text.js';
import classes from '../access/access.module.css';
import { type Place, probeOf } from '../access/place.js';
import { documentsQuery, holdersQuery, useHolders } from '../access/queries.js';
import { Readers } from '../access/readers.js';
import { StateCard } from '../access/state-card.js';
import { DocumentBar, titleOf } from './document-bar.js';
import { DocumentLinks } from './document-links.js';
import documents from './documents.module.css';
import { contentQuery } from './queries.js';

/** Who can read a document or folder and why, and whether it is private, public or on sale. */
export function AccessView({ path: address }: { path: string }) {
  const { setSearch } = useFilters();
  const isFolder = address.endsWith('/');
  const path = address.replace(/\/+$/, '');
  const name = path.slice(path.lastIndexOf('/') + 1);
  const content = useQuery({ ...contentQuery(path), enabled: !isFolder });
  const groups = useQuery(groupsQuery());
  const workspace = useQuery(workspaceQuery());
  const place: Place = { path, isFolder, title: isFolder ? titleOf(name) : (content.data?.title ?? name) };
  const readers = useInfiniteQuery(holdersQuery(probeOf(place)));
  const inside = useQuery(documentsQuery(place));
  const holders = useHolders();
  const close = (): void => setSearch({ view: undefined, who: undefined, ...(isFolder && { path: undefined }) });
  return (
    <section className={documents.document} aria-label={textOf('Access to {name}', { name: place.title })}>
      <DocumentBar path={path} title={place.title} doing={textOf('access')} state={textOf('Access')}>
        <DocumentLinks path={address} />
        <Button size="xs" onClick={close}>
          {textOf('Done')}
        </Button>
      </DocumentBar>
      <Loaded query={groups}>
        {(data) =>
          // All parts appear at once, so that none moves another.
          workspace.data === undefined || holders === undefined || readers.isPending || inside.isPending ? (
            <Loading lines={6} />
          ) : (
            <div className={classes.panel}>
              <Readers place={place} groups={data.groups} holders={holders} found={readers} />
              <StateCard place={place} groups={data.groups} workspace={workspace.data.workspace} />
              <Text component="details" size="sm">
                <summary>{textOf('Advanced')}</summary>
                {nodesOf('A group includes documents by patterns, such as {pattern}. Change them in {groups}.', {
                  pattern: <code className="mono">course/**</code>,
                  groups: <Link to="/groups">{textOf('Groups')}</Link>,
                })}
              </Text>
            </div>
          )
        }
      </Loaded>
    </section>
  );
}
