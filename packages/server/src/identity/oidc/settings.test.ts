import { expect, test } from 'vitest';
import { InvalidSettingError, readSettings } from '../../platform/settings.js';
import { oidcSettings } from './settings.js';

const complete = {
  SVC_OIDC_ISSUER: 'https://identity.example',
  SVC_OIDC_CLIENT_ID: 'tessera',
  SVC_OIDC_CLIENT_SECRET: 'secret',
};

test('oidcSettings > is undefined unless all three settings are set', () => {
  expect(oidcSettings(readSettings({}))).toBeUndefined();
  expect(oidcSettings(readSettings(complete))).toMatchObject({ issuer: 'https://identity.example' });
});

test.each(Object.keys(complete))('oidcSettings > rejects a provider without %s', (name) => {
  expect(() => oidcSettings(readSettings({ ...complete, [name]: '' }))).toThrow(InvalidSettingError);
});

test.each([
  ['http://identity.example', false],
  ['http://127.0.0.1.example', false],
  ['http://127.0.0.1:9000', true],
  ['http://localhost:9000', true],
  ['http://[::1]:9000', true],
])('plain http at %s: %s', (issuer, allowed) => {
  const read = () => oidcSettings(readSettings({ ...complete, SVC_OIDC_ISSUER: issuer }));
  if (allowed) {
    expect(read()).toMatchObject({ issuer });
  } else {
    expect(read).toThrow(InvalidSettingError);
  }
});
