/**
 * The path under which documents are read in a browser. This file imports nothing, so that the processes that render
 * documents do not load the API's schemas for it.
 */
export const readingPath = '/d/';
