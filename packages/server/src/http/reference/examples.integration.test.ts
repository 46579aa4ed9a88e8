import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { routes } from '@tessera/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { exampleRecorder, stable } from './testing/example-recorder.js';
import { runExamples } from './testing/example-run.js';

const examplesFile = fileURLToPath(new URL('../../../../contract/src/generated/examples.ts', import.meta.url));

const receiver = async () => new Response(null, { status: 204 });
const folder = await mkdtemp(join(tmpdir(), 'tessera-examples-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const settings = { SVC_BASE_URL: 'http://127.0.0.1:8080', SVC_DATA_DIR: folder };
const service = await startSuiteService(settings, { webhooks: { fetch: receiver } });

describe('API reference examples', () => {
  it('are real calls of all operations with their responses', async () => {
    const { record, recorded } = exampleRecorder(service);
    await runExamples(service, record);
    expect([...recorded.keys()].sort()).toEqual(Object.keys(routes).sort());
    // `npm run examples` updates the file.
    await expect(`${heading}${stable(recorded)}\n]);\n`).toMatchFileSnapshot(examplesFile);
  });
});

const heading = `import type { Example } from '../example.js';

/** One call of every operation with its answer, as a test made it. Written by \`npm run examples\`. */
export const examples: ReadonlyMap<string, Example> = new Map<string, Example>([
`;
