import { Badge } from '@mantine/core';
import { textOf } from '../../text.js';
import type { Webhook } from './queries.js';

/** Shows whether a webhook is enabled, and whether its receiver accepts deliveries. */
export function WebhookState({ webhook: { enabled, failing_since: failingSince } }: { webhook: Webhook }) {
  if (!enabled) {
    return <Badge color="gray">{textOf('Off')}</Badge>;
  }
  return failingSince === null ? (
    <Badge color="green">{textOf('On')}</Badge>
  ) : (
    <Badge color="red">{textOf('Failing')}</Badge>
  );
}
