import { TextInput } from '@mantine/core';

/** An offer while it is edited. An empty string means that the part is missing. */
export interface TypedOffer {
  readonly text: string;
  readonly url: string;
}

/** An offer in the form of a request, where empty fields are null. */
export function offerFrom({ text, url }: TypedOffer) {
  const sent = { text: text.trim() || null, url: url.trim() || null };
  return sent.text === null && sent.url === null ? null : sent;
}

/** The fields for an offer's text and link. */
export function OfferFields(props: {
  offer: TypedOffer;
  onChange: (offer: TypedOffer) => void;
  fields: Readonly<Record<string, string>>;
  description: string;
}) {
  const { offer, onChange, fields, description } = props;
  return (
    <>
      <TextInput
        label="Text of the offer"
        description={description}
        value={offer.text}
        error={fields['offer.text']}
        onChange={({ currentTarget }) => onChange({ ...offer, text: currentTarget.value })}
      />
      <TextInput
        label="Address of the offer"
        description="Where readers get access, such as a payment link."
        placeholder="https://"
        value={offer.url}
        error={fields['offer.url']}
        onChange={({ currentTarget }) => onChange({ ...offer, url: currentTarget.value })}
      />
    </>
  );
}
