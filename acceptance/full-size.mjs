/** Whether large tests run at full size (`npm run test:full`), such as with 100,000 rows. */
export const isFullSize = process.env.TEST_FULL === '1';

/**
 * The number of cases of a property test: all of them at full size, otherwise a quarter.
 * @param {number} full
 */
export function propertyRuns(full) {
  return isFullSize ? full : Math.ceil(full / 4);
}
