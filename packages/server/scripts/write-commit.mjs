/** Part of `npm run build`: writes the commit that is built, which `/health` returns. COMMIT replaces git, as in an image. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

const folder = new URL('.', import.meta.url);
const git = () => spawnSync('git', ['rev-parse', 'HEAD'], { cwd: folder, encoding: 'utf8' }).stdout;
writeFileSync(new URL('../dist/commit.txt', folder), (process.env.COMMIT || git() || '').trim());
