import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { problemOf } from '../data/api.js';
import { textOf } from '../text.js';
import { CopyButton, Refusal } from './basics.js';
import classes from './components.module.css';
import { Icon } from './icon.js';
import { Modal } from './overlays.js';

/** The values of a form, by field name. */
export interface FormValues {
  text(name: string): string;
  all(name: string): string[];
  has(name: string): boolean;
}

/**
 * A dialog with a form. If `submit` rejects with an error of the service, the message is shown next to the field that
 * it names.
 */
export function FormDialog(props: {
  title: string;
  action: string;
  size?: string;
  /** The color of the button, red for what cannot be undone. */
  color?: string | undefined;
  isDisabled?: boolean;
  onClose: () => void;
  submit: (values: FormValues) => Promise<unknown>;
  children: (fields: Readonly<Record<string, string>>) => ReactNode;
}) {
  const { title, action, size, color, isDisabled, onClose, submit, children } = props;
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const fields = error === undefined ? {} : problemOf(error).fields;
  // A message that is shown next to a field is not repeated here.
  const isBeside = Object.keys(fields).some((name) => form.current?.elements.namedItem(name));
  const onSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    // Otherwise a form around the dialog would be sent too.
    event.stopPropagation();
    setBusy(true);
    setError(undefined);
    try {
      await submit(valuesOf(new FormData(event.currentTarget)));
    } catch (refusal) {
      setError(refusal);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal onClose={onClose} title={title} {...(size === undefined ? {} : { size })}>
      <form ref={form} onSubmit={(event) => void onSubmit(event)} noValidate>
        <Stack>
          {error !== undefined && !isBeside && <Refusal error={error} />}
          {children(fields)}
          <Group justify="flex-end" gap="xs" className={classes.formEnd}>
            <Button variant="default" onClick={onClose}>
              {textOf('Cancel')}
            </Button>
            <Button type="submit" color={color} disabled={isDisabled} loading={busy}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function valuesOf(data: FormData): FormValues {
  const all = (name: string): string[] => data.getAll(name).filter((value) => typeof value === 'string');
  return { all, text: (name) => all(name)[0] ?? '', has: (name) => data.has(name) };
}

/** Asks for confirmation of an irreversible action and describes it. For a large one, a name must be typed. */
export function ConfirmDialog(props: {
  title: string;
  action: string;
  children: ReactNode;
  /** The text that a person must type to confirm. */
  typed?: string;
  /** Whether nothing is lost by the action. */
  harmless?: boolean;
  onClose: () => void;
  confirm: () => Promise<unknown>;
}) {
  const { title, action, children, typed, harmless, onClose, confirm } = props;
  const [text, setText] = useState('');
  return (
    <FormDialog
      title={title}
      action={action}
      color={harmless === true ? undefined : 'red'}
      isDisabled={typed !== undefined && text !== typed}
      onClose={onClose}
      submit={() => confirm().then(onClose)}
    >
      {() => (
        <>
          <Text size="sm" component="div">
            {children}
          </Text>
          {typed !== undefined && (
            <TextInput
              label={textOf('Type {text} to confirm', { text: typed })}
              value={text}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
              data-autofocus
              autoComplete="off"
            />
          )}
        </>
      )}
    </FormDialog>
  );
}

/** Shows a secret once. Only its button closes the dialog, so that an accidental click does not lose the secret. */
export function SecretDialog(props: {
  title: string;
  secret: string;
  onClose: () => void;
  warning?: string;
  children?: ReactNode;
}) {
  const { title, secret, onClose, warning, children } = props;
  return (
    <Modal
      onClose={() => undefined}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={title}
      size="lg"
    >
      <Stack>
        <Text size="sm">{textOf('Copy it now. It is shown only once.')}</Text>
        {warning !== undefined && (
          <Alert color="yellow" variant="light" icon={<Icon name="alert" />}>
            {warning}
          </Alert>
        )}
        <div className={classes.secret}>
          <code data-testid="secret">{secret}</code>
          <CopyButton value={secret} label={textOf('Copy the secret')} />
        </div>
        {children}
        <Button onClick={onClose} data-autofocus>
          {textOf('I have copied it')}
        </Button>
      </Stack>
    </Modal>
  );
}
