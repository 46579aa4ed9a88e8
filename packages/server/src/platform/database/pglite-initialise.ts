import { PGlite } from '@electric-sql/pglite';

const emscriptenNoSpace = 51;

// This file runs as a separate process. It creates a new database in the given folder, then exits.
const [, , folder] = process.argv;
if (folder === undefined) {
  throw new Error('the folder of the new database is missing');
}
try {
  const database = await PGlite.create({ dataDir: folder });
  await database.close();
} catch (error) {
  // Errors of the Emscripten file system contain a number instead of a code such as ENOSPC.
  const isFull = (error as { errno?: unknown }).errno === emscriptenNoSpace;
  console.error(isFull ? `no space left on the device that holds ${folder}` : error);
  process.exitCode = 1;
}
