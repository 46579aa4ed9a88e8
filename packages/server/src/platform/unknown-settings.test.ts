import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { InvalidSettingError, readSettings, settingDefinitions } from './settings.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const names = Object.keys(settingDefinitions);

it('describeUnknownSettings > suggests the setting for a name with one wrong letter, without its value', () => {
  const letter = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ_');
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.nat(), letter, fc.boolean(), (name, at, extra, isLeftOut) => {
      const position = 4 + (at % (name.length - 4));
      const misspelt = name.slice(0, position) + extra + name.slice(position + (isLeftOut ? 1 : 0));
      fc.pre(!names.includes(misspelt) && !isOfClients(misspelt));
      const read = () => readSettings({ [misspelt]: 'hunter2' });
      expect(read).toThrow(InvalidSettingError);
      expect(read).toThrow(new RegExp(`^${misspelt} is not a setting: did you mean SVC_`));
      expect(read).not.toThrow(/hunter2/);
    }),
  );
});

const isOfClients = (name: string) => ['SVC_TOKEN', 'SVC_API_KEY', 'SVC_WORKSPACE'].includes(name);

it.each([
  ['SVC_DATABASE_URI', 'SVC_DATABASE_URL'],
  ['SVC_DB_URL', 'SVC_BASE_URL'],
  ['svc_database_url', 'SVC_DATABASE_URL'],
  ['SVC_SMTP_URLS', 'SVC_SMTP_URL'],
  ['SVC_DATA_DIRECTORY', 'SVC_DATA_DIR'],
])('describeUnknownSettings > %s: suggests %s', (given, nearest) => {
  expect(() => readSettings({ [given]: 'x' })).toThrow(`${given} is not a setting: did you mean ${nearest}?`);
});

it('describeUnknownSettings > names all unknown settings, and ignores empty ones and those of other services', () => {
  expect(() => readSettings({ SVC_HOTS: 'a', SVC_PROT: 'b' })).toThrow(/SVC_HOTS.*SVC_PROT/);
  expect(readSettings({ SVC_HOTS: ' ', PATH: '/bin', DATABASE_URL: 'x', MY_SVC_HOST: 'x' })).toEqual(readSettings({}));
});

it("describeUnknownSettings > accepts every variable of the repository's other programs", () => {
  const read = new Set<string>();
  for (const folder of ['packages/cli/src', 'packages/client/src', 'examples', 'scripts', 'ops', 'clients']) {
    for (const file of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      const isSource = file.isFile() && /\.(ts|mjs|md|sh|service|py|json)$/.test(file.name);
      const text = isSource ? readFileSync(join(file.parentPath, file.name), 'utf8') : '';
      for (const [name] of text.matchAll(/\bSVC_[A-Z_]*[A-Z]\b/g)) {
        read.add(name);
      }
    }
  }
  expect([...read]).toContain('SVC_TOKEN');
  for (const name of [...read].filter((each) => !names.includes(each))) {
    expect(readSettings({ [name]: 'x' })).toEqual(readSettings({}));
  }
});

it('describeUnknownSettings > ignores what Kubernetes injects for Services named svc and svc-tessera', () => {
  const injected = (prefix: string) => ({
    [`${prefix}_SERVICE_HOST`]: '10.96.0.7',
    [`${prefix}_SERVICE_PORT`]: '8080',
    [`${prefix}_SERVICE_PORT_HTTP`]: '8080',
    [`${prefix}_PORT`]: 'tcp://10.96.0.7:8080',
    [`${prefix}_PORT_8080_TCP`]: 'tcp://10.96.0.7:8080',
    [`${prefix}_PORT_8080_TCP_PROTO`]: 'tcp',
    [`${prefix}_PORT_8080_TCP_PORT`]: '8080',
    [`${prefix}_PORT_8080_TCP_ADDR`]: '10.96.0.7',
  });
  expect(readSettings({ ...injected('SVC'), ...injected('SVC_TESSERA') })).toEqual(readSettings({}));
  expect(() => readSettings({ SVC_TESSERA_PORT: '8080' })).toThrow('SVC_TESSERA_PORT is not a setting');
});
