import { Stack, Switch } from '@mantine/core';
import type { CallAnswer } from '@tessera/client';
import { useState } from 'react';
import { OfferFields, offerFrom, type TypedOffer } from '../../components/offer-fields.js';

type GroupEntry = CallAnswer<'settings.list_groups'>['groups'][number];

/** What people without a group see of it, in the form of a request. */
export interface SellingValues {
  public: boolean;
  offer: ReturnType<typeof offerFrom>;
}

/** Lets an admin edit what people without a group see of it. */
export function useSelling(group: GroupEntry | undefined) {
  const [isPublic, setPublic] = useState(group?.public ?? false);
  const [offer, setOffer] = useState<TypedOffer>({ text: group?.offer?.text ?? '', url: group?.offer?.url ?? '' });
  const view = (fields: Readonly<Record<string, string>>) => (
    <Stack>
      <Switch
        label="Anyone can read these documents"
        description="Without signing in. Search engines list them. One group of the workspace can be public."
        checked={isPublic}
        error={fields.public}
        onChange={({ currentTarget }) => setPublic(currentTarget.checked)}
      />
      {!isPublic && (
        <OfferFields
          offer={offer}
          onChange={setOffer}
          fields={fields}
          description="What readers without access see of these documents. Empty: the offer of the workspace."
        />
      )}
    </Stack>
  );
  const values: SellingValues = { public: isPublic, offer: offerFrom(offer) };
  return { values, view };
}
