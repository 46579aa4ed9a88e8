import { Stack, Switch } from '@mantine/core';
import type { CallAnswer } from '@tessera/client';
import { useState } from 'react';
import { OfferFields, offerFrom, type TypedOffer } from '../../components/offer-fields.js';

type GroupEntry = CallAnswer<'settings.list_groups'>['groups'][number];

/** What people without a group see of it, in the form of a request. */
export interface SellingValues {
  public: boolean;
  for_sale: boolean;
  offer: ReturnType<typeof offerFrom>;
}

/** Lets an admin edit what people without a group see of it. */
export function useSelling(group: GroupEntry | undefined) {
  const [isPublic, setPublic] = useState(group?.public ?? false);
  const [isForSale, setForSale] = useState(group?.for_sale ?? false);
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
        <>
          <Switch
            label="On sale"
            description="Everyone sees the titles and descriptions of these documents, if the settings show locked ones."
            checked={isForSale}
            error={fields.for_sale}
            onChange={({ currentTarget }) => setForSale(currentTarget.checked)}
          />
          <OfferFields
            offer={offer}
            onChange={setOffer}
            fields={fields}
            description="What readers without access see of these documents; it puts the group on sale. Empty: the offer of the workspace."
          />
        </>
      )}
    </Stack>
  );
  const values: SellingValues = { public: isPublic, for_sale: isForSale, offer: offerFrom(offer) };
  return { values, view };
}
