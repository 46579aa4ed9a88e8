import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, inject, it } from 'vitest';
import { makeApiKey, makeWorkspace } from '../http.js';
import { pythonWith } from '../python.js';

const program = fileURLToPath(new URL('check.py', import.meta.url));
const packages = ['scim2-tester==0.5.2', 'scim2-client==0.13.2', 'scim2-models==0.12.3', 'httpx2==2.16.2'];

/** Not offered: users that are neither active nor inactive. */
const absent = /^check_remove_attribute: PATCH modify\(\) did not remove attribute 'active'$/;

it('scim > passes the checks of scim2-tester for RFC 7643 and RFC 7644', async () => {
  const python = await pythonWith(packages, 'scim2-tester');
  if (python === undefined) return;
  const key = await makeApiKey((await makeWorkspace()).id, ['provision']);
  const { stdout } = await promisify(execFile)(python, [program, `${inject('target').url}/scim/v2`, key]);
  const { passed, failed } = JSON.parse(stdout) as { passed: number; failed: string[] };
  expect(failed.filter((each) => !absent.test(each))).toEqual([]);
  expect(passed).toBeGreaterThan(60);
});
