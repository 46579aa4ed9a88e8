import { z } from 'zod';
import { text } from './common.js';
import { limits } from './limits.js';

const offerUrl = text(limits.offerUrlCharacters)
  .refine((value) => URL.canParse(value) && /^https?:\/\/[^\s<>"]+$/i.test(value), {
    error: 'must be a URL that starts with https:// or http://',
  })
  .describe('Where access can be bought or requested');

/** An offer as sent; null removes a part. */
export const offerFields = {
  text: text(limits.offerTextCharacters).nullish().describe('What the offer says, such as "Join the course for 40 €"'),
  url: offerUrl.nullish(),
};

/** The offer of a locked document. */
export const offer = z.object({ text: z.string().nullable(), url: z.string().nullable() }).meta({ id: 'Offer' });

/** The offer of a locked document. */
export type Offer = z.infer<typeof offer>;
