import { Button, Group, NativeSelect } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { nodesOf, textOf } from '../text.js';
import { Hint, sayDone, sayFailed, When } from './basics.js';
import { ConfirmDialog } from './dialogs.js';

const overlaps = [
  { value: '0', label: textOf('End it at once') },
  { value: '1', label: textOf('Keep it for an hour') },
  { value: '24', label: textOf('Keep it for a day') },
  { value: '168', label: textOf('Keep it for a week') },
];

/** What is replaced. */
type RotatedNoun = 'secret' | 'URL';

/** A choice of how long the earlier secret works. Inside a form, its field is `overlap_hours`. */
export function OverlapChoice({ noun, onChange }: { noun: RotatedNoun; onChange?: (hours: number) => void }) {
  return (
    <NativeSelect
      mt="sm"
      name="overlap_hours"
      label={textOf(noun === 'URL' ? 'The URL in use' : 'The secret in use')}
      description={textOf('While both work, you can replace it without an interruption')}
      data={overlaps}
      onChange={({ currentTarget }) => onChange?.(Number(currentTarget.value))}
    />
  );
}

/** Asks for confirmation of a rotation, and for how long the earlier secret works. */
export function RotateDialog(props: {
  title: string;
  action: string;
  noun: RotatedNoun;
  onClose: () => void;
  rotate: (overlapHours: number) => Promise<unknown>;
  children: ReactNode;
}) {
  const { title, action, noun, onClose, rotate, children } = props;
  const [hours, setHours] = useState(0);
  return (
    <ConfirmDialog title={title} action={action} harmless={hours > 0} onClose={onClose} confirm={() => rotate(hours)}>
      {children}
      <OverlapChoice noun={noun} onChange={setHours} />
    </ConfirmDialog>
  );
}

/** An earlier secret that still works, as the service returns it. */
export interface PreviousSecret {
  readonly expires_at: string;
  readonly last_used_at: string | null;
}

/** When an earlier secret ends and was used last, with a button that ends it. Empty without one. */
export function Previous(props: {
  noun: RotatedNoun;
  previous: PreviousSecret | null | undefined;
  end?: () => Promise<unknown>;
}) {
  const { noun, previous, end } = props;
  const [isBusy, setBusy] = useState(false);
  if (previous === null || previous === undefined) {
    return null;
  }
  const stop = async (): Promise<void> => {
    setBusy(true);
    await end?.().then(
      () => sayDone(textOf(noun === 'URL' ? 'The old URL was ended.' : 'The old secret was ended.')),
      sayFailed,
    );
    setBusy(false);
  };
  return (
    <Group gap="xs">
      <Hint>
        {nodesOf(
          noun === 'URL'
            ? 'Old URL works, ends {end}, last used since: {used}'
            : 'Old secret works, ends {end}, last used since: {used}',
          {
            end: <When at={previous.expires_at} />,
            used: <When at={previous.last_used_at} never={textOf('never')} />,
          },
        )}
      </Hint>
      {end !== undefined && (
        <Button size="compact-xs" variant="default" loading={isBusy} onClick={() => void stop()}>
          {textOf('End it now')}
        </Button>
      )}
    </Group>
  );
}
