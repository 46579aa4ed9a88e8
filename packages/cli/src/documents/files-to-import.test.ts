import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newFolder } from '../testing/run-cli.js';
import { filesToImport } from './files-to-import.js';

it('filesToImport > names the symbolic links that it does not follow, to files, to folders and to nothing', async () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'guide'));
  writeFileSync(join(folder, 'guide', 'a.md'), '# A');
  symlinkSync('guide/a.md', join(folder, 'b.md'));
  symlinkSync('guide', join(folder, 'other'));
  symlinkSync('missing.md', join(folder, 'guide', 'c.md'));
  const { files, links } = await filesToImport(folder, false);
  expect({ files, links }).toEqual({ files: ['guide/a.md'], links: ['b.md', 'guide/c.md', 'other'] });
});
