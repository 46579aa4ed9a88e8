import { Anchor, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFilters } from '../../app/filters.js';
import { Empty, Loaded } from '../../components/notices.js';
import { Panel } from '../../components/page.js';
import { textOf } from '../../text.js';
import classes from './documents.module.css';
import { passagesShown, searchQuery } from './queries.js';

/** The passages that match a search. */
export function SearchResults({ query }: { query: string }) {
  const { setSearch } = useFilters();
  const found = useQuery(searchQuery(query));
  return (
    <Panel
      title={textOf('Found for “{query}”', { query })}
      flush
      actions={
        <Button size="xs" variant="subtle" onClick={() => setSearch({ q: undefined })}>
          {textOf('Close the search')}
        </Button>
      }
    >
      <Loaded query={found}>
        {({ results }) =>
          results.length === 0 ? (
            <Empty icon="search" title={textOf('Nothing was found')} />
          ) : (
            <>
              <Text size="xs" c="dimmed" px="lg" py="sm" role="status">
                {results.length < passagesShown
                  ? textOf('{count} passage|{count} passages', { count: results.length })
                  : textOf('Only the best {count} passages are shown: type more to narrow them.', {
                      count: passagesShown,
                    })}
              </Text>
              {results.map(({ path, title, heading, snippet, highlights }) => (
                <div key={`${path} ${heading} ${snippet}`} className={classes.found}>
                  <Group gap={6}>
                    <Anchor component={Link} to={`/documents?path=${encodeURIComponent(path)}`} fw={550} size="sm">
                      {title}
                    </Anchor>
                    {heading !== null && heading !== title && (
                      <Text size="sm" c="dimmed">
                        {heading}
                      </Text>
                    )}
                  </Group>
                  <p>
                    <Highlighted text={snippet} ranges={highlights} />
                  </p>
                  <span className="mono soft">{path}</span>
                </div>
              ))}
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

function Highlighted({ text, ranges }: { text: string; ranges: readonly (readonly [number, number])[] }) {
  let from = 0;
  const segments = ranges.flatMap(([start, end]) => {
    const before = text.slice(from, start);
    from = end;
    return [
      { at: start - 0.5, marked: false, part: before },
      { at: start, marked: true, part: text.slice(start, end) },
    ];
  });
  return (
    <>
      {segments.map(({ at, marked, part }) => (marked ? <mark key={at}>{part}</mark> : <span key={at}>{part}</span>))}
      {text.slice(from)}
    </>
  );
}
