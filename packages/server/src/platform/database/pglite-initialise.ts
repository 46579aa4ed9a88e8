import { PGlite } from '@electric-sql/pglite';

// A process of its own: creates a new database in the given folder, and exits.
const [, , folder] = process.argv;
if (folder === undefined) {
  throw new Error('the folder of the new database is missing');
}
const database = await PGlite.create({ dataDir: folder });
await database.close();
