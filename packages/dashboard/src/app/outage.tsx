import { Alert, Button, Group, Text } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Icon } from '../components/icon.js';
import { isOut, listenForOutage, readFailedAgain } from '../data/api.js';
import { textOf } from '../text.js';

const longestPauseMs = 30_000;

/** The pause before the next attempt, in milliseconds. It doubles with each failure. */
export function pauseAfter(failures: number): number {
  return Math.min(longestPauseMs, 1_000 * 2 ** failures);
}

/** Shows one message for the whole page while the service cannot be reached, and repeats failed reads. */
export function Outage() {
  return useSyncExternalStore(listenForOutage, isOut) ? <Waiting /> : null;
}

function Waiting() {
  const [failures, setFailures] = useState(0);
  useEffect(() => {
    const tryAgain = (): void => void readFailedAgain().then(() => setFailures(failures + 1));
    const timer = setTimeout(tryAgain, pauseAfter(failures));
    return () => clearTimeout(timer);
  }, [failures]);
  return (
    <Alert color="yellow" icon={<Icon name="alert" />} mb="md" role="status">
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          {textOf(
            'Without a connection, this page may be out of date. It reloads its data when the connection is back.',
          )}
        </Text>
        <Button size="xs" variant="default" onClick={() => void readFailedAgain()}>
          {textOf('Try again')}
        </Button>
      </Group>
    </Alert>
  );
}
