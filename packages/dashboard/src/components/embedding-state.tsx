import { Badge, Group } from '@mantine/core';
import { textOf } from '../text.js';

interface Numbers {
  readonly pending_embed: number;
  readonly failed_embed: number;
}

/** Whether every stored record has been embedded. */
export function isEmbedded({ pending_embed: pending, failed_embed: failed }: Numbers): boolean {
  return pending + failed === 0;
}

/** How many records of a collection wait to be embedded, and how many failed. Empty if there are none. */
export function EmbeddingState({ numbers }: { numbers: Numbers }) {
  const { pending_embed: pending, failed_embed: failed } = numbers;
  if (isEmbedded(numbers)) {
    return null;
  }
  return (
    <Group gap={4} component="span" wrap="nowrap" display="inline-flex">
      {pending > 0 && <Badge color="yellow">{textOf('{count} pending', { count: pending })}</Badge>}
      {failed > 0 && <Badge color="red">{textOf('{count} failed', { count: failed })}</Badge>}
    </Group>
  );
}
