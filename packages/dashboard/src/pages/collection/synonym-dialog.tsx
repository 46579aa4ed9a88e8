import { Alert, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { sayDone } from '../../components/basics.js';
import { FormDialog, type FormValues } from '../../components/dialogs.js';
import { useChange } from '../../data/api.js';
import { textOf } from '../../text.js';
import { type Collection, fieldsQuery } from './queries.js';

/** Adds words that records have as synonyms of a query, or of a word in it. */
export function SynonymDialog(props: { collection: Collection; word: string; onClose: () => void }) {
  const { word, onClose } = props;
  const { name } = props.collection;
  const client = useQueryClient();
  const update = useChange('collections.update');
  const add = async (values: FormValues): Promise<void> => {
    // A write replaces all synonyms, so the current ones are read first.
    const { configured } = await client.fetchQuery({ ...fieldsQuery(name), staleTime: 0 });
    const added = [values.text('asked').trim(), values.text('meant').trim()];
    await update.mutateAsync({ params: { name }, body: { synonyms: [...configured.synonyms, added] } });
    sayDone(textOf('Both phrases find the same records.'));
    onClose();
  };
  return (
    <FormDialog title={textOf('Add a synonym')} action={textOf('Add the synonym')} onClose={onClose} submit={add}>
      {(errors) => {
        const error = Object.entries(errors).find(([path]) => path.startsWith('synonyms'))?.[1];
        return (
          <>
            {error !== undefined && <Alert color="red">{error}</Alert>}
            <TextInput
              name="asked"
              label={textOf('What people ask for')}
              description={textOf('Only words that your records do not have')}
              defaultValue={word}
            />
            <TextInput name="meant" label={textOf('What your records say')} data-autofocus />
          </>
        );
      }}
    </FormDialog>
  );
}
