import { useNavigate, useSearch } from '@tanstack/react-router';

/** The query string of the page's URL, and a function that changes it without adding a history entry. */
export function useFilters() {
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const setSearch = (change: Readonly<Record<string, string | undefined>>): void => {
    void navigate({ to: '.', search: ((before: object) => ({ ...before, ...change })) as never, replace: true });
  };
  return { search, setSearch };
}
