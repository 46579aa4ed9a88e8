import { Button } from '@mantine/core';
import { textOf } from '../../text.js';

/** A button with an action on a row. `subject` distinguishes it from the buttons of other rows for screen readers. */
export function RowButton(props: { label: string; subject: string; onClick: () => void }) {
  const { label, subject, onClick } = props;
  return (
    <Button
      size="xs"
      variant="default"
      onClick={onClick}
      aria-label={textOf('{label} for {subject}', { label, subject })}
    >
      {label}
    </Button>
  );
}
