import { Group, Text } from '@mantine/core';
import { CopyButton } from '../../components/basics.js';
import classes from '../../components/components.module.css';
import { textOf } from '../../text.js';

/** An example call that pushes a first record. It can be copied. */
export function IngestExample({ url }: { url: string }) {
  const command = `curl -sS '${url}' \\
  -H 'Content-Type: application/json' \\
  -d '{"id": 1, "name": "Oak desk", "list_price": 549}'`;
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text size="sm" fw={550}>
          {textOf('Push a first record')}
        </Text>
        <CopyButton value={command} label={textOf('Copy the command')} />
      </Group>
      <pre className={classes.code}>{command}</pre>
    </div>
  );
}
