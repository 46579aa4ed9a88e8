import { Button, Group, Stack, Switch, Text } from '@mantine/core';
import type { CallAnswer } from '@tessera/client';
import { type FormEvent, useState } from 'react';
import { sayDone } from '../../components/notices.js';
import { OfferFields, type TypedOffer } from '../../components/offer-fields.js';
import { problemOf } from '../../data/api.js';
import { useChange } from '../../data/queries.js';

type Workspace = CallAnswer<'settings.get_workspace'>['workspace'];

/** Lets an admin set what readers see of locked documents. */
export function OfferForm({ slug, offer: saved }: Pick<Workspace, 'slug' | 'offer'>) {
  const update = useChange('settings.update_workspace');
  const [isShown, setShown] = useState(saved.show_locked);
  const [offer, setOffer] = useState<TypedOffer>({ text: saved.text ?? '', url: saved.url ?? '' });
  const sent = { show_locked: isShown, text: offer.text.trim() || null, url: offer.url.trim() || null };
  const isChanged = sent.show_locked !== saved.show_locked || sent.text !== saved.text || sent.url !== saved.url;
  const problem = update.error === null ? undefined : problemOf(update.error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    update.mutate({ body: { offer: sent } }, { onSuccess: () => sayDone('The offer was saved.') });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm" c="dimmed">
          Anyone can read the documents of the public group at <code>/d/@{slug}/</code>.
        </Text>
        <Switch
          label="Show locked documents"
          description="Everyone sees the titles of documents of groups on sale, with the offer in place of the text."
          checked={isShown}
          onChange={({ currentTarget }) => setShown(currentTarget.checked)}
        />
        <OfferFields
          offer={offer}
          onChange={setOffer}
          fields={problem?.fields ?? {}}
          description="What readers without access see. A group can have an offer of its own."
        />
        {problem !== undefined && Object.keys(problem.fields).length === 0 && (
          <Text size="sm" c="red" role="alert">
            {problem.message}
          </Text>
        )}
        <Group>
          <Button type="submit" loading={update.isPending} disabled={!isChanged}>
            Save offer
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
