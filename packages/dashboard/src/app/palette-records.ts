import { useQuery } from '@tanstack/react-query';
import { api, isRefusal } from '../data/api.js';
import { textOf } from '../text.js';
import type { Command } from './command.js';

const collectionsMax = 20;
const idCharactersMax = 200;

/** The records whose id is this text, in the collections that the caller can see. */
export function useRecords(
  text: string,
  collections: readonly string[],
): { found: readonly Command[]; loading: boolean } {
  // Text without a digit is rarely an id, and each lookup costs a call per collection.
  const isId = /^\S*\d\S*$/.test(text) && text.length <= idCharactersMax;
  const queried = collections.slice(0, collectionsMax);
  const records = useQuery({
    queryKey: ['collections.get_record', 'in all', text, queried] as const,
    enabled: isId && queried.length > 0,
    queryFn: async ({ signal }) => {
      const found = await Promise.all(queried.map((name) => hasRecord(name, text, signal)));
      return queried.filter((_, index) => found[index]);
    },
  });
  const found = (isId ? (records.data ?? []) : []).map((name) => ({
    key: `record ${name} ${text}`,
    label: `${text} · ${name}`,
    kind: textOf('Records'),
    icon: 'table' as const,
    to: `/app/collections/${name}?${new URLSearchParams({ record: text })}`,
  }));
  return { found, loading: records.isFetching };
}

async function hasRecord(name: string, id: string, signal: AbortSignal): Promise<boolean> {
  try {
    await api().call('collections.get_record', { params: { name, id } }, { signal });
    return true;
  } catch (error) {
    if (isRefusal(error, 'record_not_found') || isRefusal(error, 'collection_not_found')) return false;
    throw error;
  }
}
