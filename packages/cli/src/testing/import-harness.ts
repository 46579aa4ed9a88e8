import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Answer, type RecordedRequest, type RecordingServer, startRecordingServer } from './recording-server.js';
import { newFolder, type RunOptions, type RunResult, runCli } from './run-cli.js';

interface SentRecord {
  readonly id: unknown;
  /** Whether the server refuses it. */
  readonly bad?: boolean;
  /** Whether it is older than the stored record. */
  readonly old?: boolean;
}

/** The workspace in which the harness's server stores records. */
export const harnessWorkspace = { id: 'w', slug: 'acme', name: 'Acme' };

/** A server that imports like the service, a folder for files, and a function that runs the import command. */
export class ImportHarness {
  server!: RecordingServer;
  folder = '';
  /** How many times the server has stored each id. */
  readonly stored = new Map<string, number>();

  /** Creates the harness for the tests of a file. It is emptied before each test. */
  constructor() {
    beforeAll(async () => {
      this.server = await startRecordingServer();
    });
    afterAll(() => this.server.close());
    beforeEach(() => {
      this.server.requests.splice(0);
      this.server.answers.clear();
      this.stored.clear();
      this.folder = newFolder();
      this.server.answers.set('collections.describe', { body: { id: 'c1', name: 'parts', id_field: 'id' } });
      this.server.answers.set('collections.import_records', this.take);
    });
  }

  /** Answers an import: stores each record by its id, or refuses it. */
  readonly take = ({ body }: RecordedRequest): Answer => {
    const { records } = JSON.parse(body) as { records: SentRecord[] };
    const results = records.map(({ id, bad, old }, index) => {
      if (bad === true) {
        return { index, error: 'missing_required_field', message: 'No name.', field: 'name', hint: 'Send one.' };
      }
      this.stored.set(String(id), (this.stored.get(String(id)) ?? 0) + 1);
      return { external_id: String(id), status: old === true ? 'stale' : 'created', embedded: old !== true };
    });
    const imported = results.filter(({ status }) => status === 'created').length;
    const stale = results.filter(({ status }) => status === 'stale').length;
    const failed = results.length - imported - stale;
    return { body: { imported, stale, failed, embedded: imported, results, workspace: harnessWorkspace } };
  };

  /** Writes a file and returns its path. */
  file(name: string, text: string): string {
    const path = join(this.folder, name);
    writeFileSync(path, text);
    return path;
  }

  /** Runs the import of a file into the collection. */
  importFile(
    path: string,
    { flags = [], ...options }: RunOptions & { flags?: readonly string[] } = {},
  ): Promise<RunResult> {
    return runCli(['collections', 'import', 'parts', path, ...flags], {
      configFolder: join(this.folder, 'config'),
      environment: { SVC_BASE_URL: this.server.url, SVC_TOKEN: 'svc_tk_x' },
      ...options,
    });
  }

  /** Number of records in each received page. */
  pages(): number[] {
    return this.server.requests
      .filter(({ operation }) => operation === 'collections.import_records')
      .map(({ body }) => (JSON.parse(body) as { records: SentRecord[] }).records.length);
  }

  /** Overrides the response to one of the next pages. */
  failOn(page: number, answer: Answer): void {
    let seen = 0;
    this.server.answers.set('collections.import_records', (request) => {
      seen += 1;
      return seen === page ? answer : this.take(request);
    });
  }
}

/** Lines of NDJSON with consecutive ids. */
export function ndjson(count: number, from = 1): string {
  return Array.from({ length: count }, (_, index) => `{"id":${from + index}}\n`).join('');
}
