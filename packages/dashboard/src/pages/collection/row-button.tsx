import { Button } from '@mantine/core';

/** An action on a row. `subject` distinguishes its button from those of other rows. */
export function RowButton(props: { label: string; subject: string; onClick: () => void }) {
  const { label, subject, onClick } = props;
  return (
    <Button size="xs" variant="default" onClick={onClick} aria-label={`${label} for ${subject}`}>
      {label}
    </Button>
  );
}
