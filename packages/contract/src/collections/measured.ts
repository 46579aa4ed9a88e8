import { z } from 'zod';
import { count } from '../common.js';

/** The upper bound of a share of errors. */
export const upperBound = z
  .number()
  .describe('Upper bound of the share of wrong `high` (Clopper-Pearson, one-sided, 95 %); 1 without a `high`');

/** What labels say about the errors of a collection. */
export const measured = z
  .object({
    labels: count.describe('Judged queries: kept cases, corrections and labelled queries'),
    wrong: count.describe('Wrong `high` among them at this strictness'),
    upper_bound: upperBound,
    strictness: count.describe('0: the usual rules. Above, weaker evidence for `high` is `low`'),
  })
  .meta({ id: 'Measured' });

/** What labels say about the errors of a collection. */
export type Measured = z.infer<typeof measured>;
