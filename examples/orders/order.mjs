// Takes an order with the typed client. See README.md.
import { createClient } from '@tessera/client';
import { takeOrder } from './desk.mjs';
import { run, settings } from './terminal.mjs';

const { collections } = createClient(settings());

/** @type {import('./desk.mjs').Service} */
const service = {
  resolve: async (name, texts) => {
    const queries = texts.map((query) => ({ query }));
    const { results } = await collections.resolve_records({ params: { name }, body: { queries } });
    return results.map((outcome) => ('error' in outcome ? { confidence: 'none', result: null } : outcome));
  },
  query: (name, query) => collections.query({ params: { name }, body: { query } }),
};
await run((text, ask) => takeOrder(service, text, ask));
