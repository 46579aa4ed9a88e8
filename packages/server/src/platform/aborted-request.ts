/** The caller went away in the middle of its body: nobody is left to answer, and nothing is wrong on our side. */
export class AbortedRequest extends Error {}

/** What log and metrics show of such a request: it is never sent, there is nobody to read it. */
export const abortedStatus = 499;
