import { Badge, Group } from '@mantine/core';
import { counted } from './when.js';

interface Numbers {
  readonly records: number;
  readonly pending_embed: number;
  readonly failed_embed: number;
}

/** Whether all records of a collection are embedded; else how many wait and how many failed. */
export function EmbeddingState({ numbers }: { numbers: Numbers }) {
  const { records, pending_embed: pending, failed_embed: failed } = numbers;
  if (records === 0) {
    return <span className="soft">–</span>;
  }
  return (
    <Group gap={4} component="span" wrap="nowrap" display="inline-flex">
      {pending > 0 && <Badge color="yellow">{counted(pending)} pending</Badge>}
      {failed > 0 && <Badge color="red">{counted(failed)} failed</Badge>}
      {pending + failed === 0 && <Badge color="green">Up to date</Badge>}
    </Group>
  );
}
