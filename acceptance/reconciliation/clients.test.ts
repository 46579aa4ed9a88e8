import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { pythonWith } from '../python.js';
import { reconciliationUrl } from './set-up.js';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'tessera-reconciliation-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const client = fileURLToPath(new URL('OpenRefineClient.java', import.meta.url));
const project = `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>client</groupId><artifactId>client</artifactId><version>1</version><dependencies><dependency>
<groupId>org.openrefine</groupId><artifactId>core</artifactId><version>3.9.3</version></dependency></dependencies></project>`;

/** Whether a program succeeds. It may be missing, or its registry unreachable. */
const succeeds = (program: string, args: readonly string[]) =>
  run(program, args, { cwd: folder, timeout: 120_000 }).then(
    () => true,
    () => false,
  );

/**
 * Installs OpenRefine's client from Maven's cache or registry and returns its classpath; undefined without Java or
 * Maven.
 */
async function openRefine(): Promise<string | undefined> {
  writeFileSync(join(folder, 'pom.xml'), project);
  const goal = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath';
  const isThere =
    (await succeeds('java', ['-version'])) &&
    (await succeeds('mvn', ['-q', '-B', goal, '-Dmdep.outputFile=classpath']));
  if (!isThere) {
    console.info("Not run: OpenRefine's reconciliation client (java or Maven is missing, or reaches no repository).");
    return undefined;
  }
  return readFileSync(join(folder, 'classpath'), 'utf8').trim();
}

// Its version uses `numpy.NaN`, which NumPy 2 does not have.
const reconciler = ['reconciler==0.2.2', 'numpy==1.26.4', 'pandas==2.3.3'];

describe('clients of the reconciliation protocol', () => {
  it("OpenRefine's client matches rows with the verdict high, and extends them", async () => {
    const classpath = await openRefine();
    if (classpath === undefined) {
      return;
    }
    const url = await reconciliationUrl();
    const rows = ['Blue desk lamp|red', 'Green armchair', 'L-100|blue', 'Blue desk lamp', 'Submarine periscope'];
    const { stdout } = await run('java', ['-cp', classpath, client, url, ...rows]);
    const lines = stdout.trim().split('\n');
    expect(lines[0]).toContain('2=Blue desk lamp');
    expect(lines[1]).toMatch(/^Matched 3 /);
    expect(lines[2]).toMatch(/^Matched 1 /);
    expect(lines[3]).toMatch(/^None - \[.*1=Blue desk lamp/);
    expect(lines[4]).toMatch(/^None -/);
    expect(lines.slice(5)).toEqual(expect.arrayContaining(['1 price 39.9', '3 price 240']));
    expect(stdout).not.toContain('error');
  });

  it('the PyPI package reconciler returns candidates as a table', async () => {
    const python = await pythonWith(reconciler, 'the Python client reconciler');
    if (python === undefined) {
      return;
    }
    const program = `import sys, pandas
from reconciler import reconcile
table = pandas.DataFrame({"name": ["L-100", "Green armchair", "Blue desk lamp"], "color": ["blue", "green", "red"]})
plain = reconcile(table["name"], reconciliation_endpoint=sys.argv[1])
print(plain[["input_value", "id", "match"]].values.tolist())
by = reconcile(table["name"], property_mapping={"color": table["color"]}, reconciliation_endpoint=sys.argv[1])
print(by["id"].tolist())`;
    const { stdout } = await run(python, ['-c', program, await reconciliationUrl()]);
    const [plain, by] = stdout.trim().split('\n');
    expect(plain).toContain("['L-100', '1', True], ['Green armchair', '3', True], ['Blue desk lamp'");
    expect(plain).toMatch(/'Blue desk lamp', '[12]', False]]$/);
    expect(by).toBe("['1', '3', '2']");
  });
});
