import { useNavigate, useSearch } from '@tanstack/react-router';

/** What the address says after its question mark, and a way to change it without a new entry in the history. */
export function useFilters() {
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const setSearch = (change: Readonly<Record<string, string | undefined>>): void => {
    void navigate({ to: '.', search: ((before: object) => ({ ...before, ...change })) as never, replace: true });
  };
  return { search, setSearch };
}
