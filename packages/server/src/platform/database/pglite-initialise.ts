import { PGlite } from '@electric-sql/pglite';

const emscriptenNoSpace = 51;

// Runs as a separate process: creates a new database in the given folder, then exits.
const [, , folder] = process.argv;
if (folder === undefined) {
  throw new Error('the folder of the new database is missing');
}
try {
  const database = await PGlite.create({ dataDir: folder });
  await database.close();
} catch (error) {
  // Errors of the Emscripten file system contain only a number.
  const isFull = (error as { errno?: unknown }).errno === emscriptenNoSpace;
  console.error(isFull ? `no space left on the device that holds ${folder}` : error);
  process.exitCode = 1;
}
