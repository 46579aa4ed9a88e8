/** Whether large tests run at full size (`npm run test:full`): a hundred thousand rows instead of thousands. */
export const isFullSize = process.env.TEST_FULL === '1';

/**
 * On how many cases a property is tried: on all of them at full size, otherwise on a quarter.
 * @param {number} full
 */
export function propertyRuns(full) {
  return isFullSize ? full : Math.ceil(full / 4);
}
