import { Alert, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Icon } from '../../components/icon.js';
import { sayDone, sayFailed } from '../../components/notices.js';
import { counted, countOf } from '../../components/when.js';
import { useChange } from '../../data/queries.js';
import { reindexPreview } from './queries.js';

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
      .then(() => sayDone('The reindex has started. Queries work while it runs.'), sayFailed);
  };
  return (
    <Alert color="yellow" icon={<Icon name="refresh" />} title="Reindex required" mb="md">
      <Group justify="space-between">
        <Text size="sm">
          {countOf(count, 'record')} are still searched with an earlier configuration. A reindex takes about{' '}
          {counted(tokens)} tokens
          {cost > 0 ? ` and costs about $${cost.toFixed(2)}` : ' and costs nothing with the built-in embedder'}.
        </Text>
        <Button size="xs" onClick={start} loading={reindex.isPending}>
          Reindex
        </Button>
      </Group>
    </Alert>
  );
}
