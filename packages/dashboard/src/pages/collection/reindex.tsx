import { Alert, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Icon } from '../../components/icon.js';
import { sayDone, sayFailed } from '../../components/notices.js';
import { useChange } from '../../data/queries.js';
import { language, textOf } from '../../text.js';
import { reindexPreview } from './queries.js';

const dollars = new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' });

/**
 * Shows that records are still searched with an earlier configuration, and the cost of a reindex. Starts the reindex.
 */
export function ReindexNotice({ name }: { name: string }) {
  const preview = useQuery(reindexPreview(name));
  const reindex = useChange('collections.reindex');
  if (preview.data === undefined || preview.data.would_reembed === 0) {
    return null;
  }
  const { would_reembed: count, estimated_tokens: tokens, estimated_cost_usd: cost } = preview.data;
  const start = (): void => {
    // Not `mutate` with callbacks: this notice disappears when the reindex is done, and its callbacks would not be
    // called.
    reindex
      .mutateAsync({ params: { name }, query: { dry_run: false } })
      .then(() => sayDone(textOf('The reindex has started. Queries work while it runs.')), sayFailed);
  };
  return (
    <Alert color="yellow" icon={<Icon name="refresh" />} title={textOf('Reindex required')} mb="md">
      <Group justify="space-between">
        <Text size="sm">
          {textOf(
            '{count} record is still searched with an earlier configuration.|{count} records are still searched with an earlier configuration.',
            { count },
          )}{' '}
          {cost > 0
            ? textOf('A reindex takes about {tokens} tokens and costs about {cost}.', {
                tokens,
                cost: dollars.format(cost),
              })
            : textOf('A reindex takes about {tokens} tokens and costs nothing with the built-in embedder.', { tokens })}
        </Text>
        <Button size="xs" onClick={start} loading={reindex.isPending}>
          {textOf('Reindex')}
        </Button>
      </Group>
    </Alert>
  );
}
