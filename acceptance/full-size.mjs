/** Whether large tests run at full size (`npm run test:full`): a hundred thousand rows instead of thousands. */
export const isFullSize = process.env.TEST_FULL === '1';

/**
 * Number of cases of a property: all of them at full size, otherwise a quarter.
 * @param {number} full
 */
export function propertyRuns(full) {
  return isFullSize ? full : Math.ceil(full / 4);
}
