/** Whether tests of mass run at full size, as `npm run test:full` asks: a hundred thousand rows instead of thousands. */
export const isFullSize = process.env.TEST_FULL === '1';
