import { Button } from '@mantine/core';

/** What can be done with a row. `subject` tells its button from those of other rows. */
export function RowButton(props: { label: string; subject: string; onClick: () => void }) {
  const { label, subject, onClick } = props;
  return (
    <Button size="xs" variant="default" onClick={onClick} aria-label={`${label} for ${subject}`}>
      {label}
    </Button>
  );
}
