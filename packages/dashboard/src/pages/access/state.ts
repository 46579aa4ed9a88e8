import type { CallAnswer } from '@tessera/client';
import { api } from '../../data/api.js';
import { textOf } from '../../text.js';
import { type Place, patternOf, patternsFor, probeOf } from './place.js';
import { type GroupEntry, isOnSale } from './queries.js';

/** Who else can read a place: no one, anyone, or those who accept an offer. */
export type State = 'private' | 'anyone' | 'sale';

/** The settings of a workspace. */
export type Workspace = CallAnswer<'settings.get_workspace'>['workspace'];

/** An offer while it is typed. */
export interface TypedOffer {
  /** The group that is sold; empty for a new one. */
  readonly groupId: string;
  readonly text: string;
  readonly url: string;
  /** Whether everything on sale has this offer. */
  readonly isShared: boolean;
}

/** The stored state of a place, with the groups that decide it. */
export interface Stored {
  readonly place: Place;
  readonly state: State;
  readonly offer: TypedOffer;
  readonly publicGroup: GroupEntry | undefined;
  /** The groups that include the place and that people can be in. */
  readonly giving: readonly GroupEntry[];
  /** Those of them that are on sale. */
  readonly sold: readonly GroupEntry[];
  /** Set if the public group includes the place by a wider pattern, so that it cannot be taken out alone. */
  readonly wider: GroupEntry | undefined;
}

/** The stored state of a place. */
export function storedState(place: Place, groups: readonly GroupEntry[], workspace: Workspace): Stored {
  const patterns = (group: GroupEntry): string[] => patternsFor(group, probeOf(place));
  const publicGroup = groups.find((group) => group.public);
  const publicPatterns = publicGroup === undefined ? [] : patterns(publicGroup);
  const giving = groups.filter((group) => !group.public && patterns(group).length > 0);
  const sold = giving.filter(isOnSale);
  const [first] = sold;
  const { text, url } = first?.offer ?? workspace.offer;
  const isSold = first !== undefined && workspace.offer.show_locked;
  return {
    place,
    state: publicPatterns.length > 0 ? 'anyone' : isSold ? 'sale' : 'private',
    offer: {
      groupId: (first ?? giving[0])?.id ?? '',
      text: text ?? '',
      url: url ?? '',
      isShared: first?.offer === null,
    },
    ...{ publicGroup, giving, sold },
    wider: publicPatterns.some((pattern) => pattern !== patternOf(place)) ? publicGroup : undefined,
  };
}

const update = (id: string, body: Partial<Omit<GroupEntry, 'id'>>) =>
  api().call('settings.update_group', { params: { id }, body });

async function publish({ place, publicGroup }: Stored): Promise<void> {
  const own = patternOf(place);
  await (publicGroup === undefined
    ? api().call('settings.create_group', { body: { name: textOf('Anyone'), paths: [own], public: true } })
    : update(publicGroup.id, { paths: [...publicGroup.paths, own] }));
}

async function unpublish({ place, state, publicGroup }: Stored): Promise<void> {
  if (state !== 'anyone' || publicGroup === undefined) return;
  const paths = publicGroup.paths.filter((pattern) => pattern !== patternOf(place));
  await update(publicGroup.id, paths.length === 0 ? { public: false } : { paths });
}

async function withdraw(stored: Stored): Promise<void> {
  await unpublish(stored);
  for (const { id } of stored.sold) await update(id, { for_sale: false, offer: null });
}

async function sell(stored: Stored, { groupId, text, url, isShared }: TypedOffer): Promise<void> {
  const { place } = stored;
  const sent = { text: text.trim() || null, url: url.trim() || null };
  await unpublish(stored);
  await api().call('settings.update_workspace', { body: { offer: { show_locked: true, ...(isShared && sent) } } });
  const selling = { for_sale: true, offer: isShared || (sent.text ?? sent.url) === null ? null : sent };
  const body = {
    name: textOf('Buyers of {title}', { title: place.title }).slice(0, 100),
    paths: [patternOf(place)],
    ...selling,
  };
  await (groupId === '' ? api().call('settings.create_group', { body }) : update(groupId, selling));
}

/** Changes the state of a place. */
export const setState = { private: withdraw, anyone: publish, sale: sell } as const;
