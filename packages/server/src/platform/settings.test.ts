import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { InvalidSettingError, readSettings, settingDefinitions } from './settings.js';

function isValid(environment: Record<string, string>): boolean {
  try {
    return readSettings(environment) !== undefined;
  } catch {
    return false;
  }
}

describe('readSettings', () => {
  it('has a default for every required setting, and ignores empty values', () => {
    const empty = Object.fromEntries(Object.keys(settingDefinitions).map((name) => [name, '  ']));
    expect(readSettings(empty)).toEqual(readSettings({}));
    expect(readSettings({})).toMatchObject({
      SVC_PORT: 8080,
      SVC_HOST: '127.0.0.1',
      SVC_DATA_DIR: fileURLToPath(new URL('../../../../.data', import.meta.url)),
      SVC_EMBEDDER: 'builtin',
      SVC_EMBED_SWEEP_SECONDS: 60,
      SVC_DAILY_WRITE_CAP: 10_000,
      SVC_CORS_ORIGINS: [],
    });
    expect(readSettings({}).SVC_LOG_LEVEL).toBeUndefined();
  });

  it.each([
    ['SVC_PORT', 'http'],
    ['SVC_PORT', '65536'],
    ['SVC_PORT', '-1'],
    ['SVC_PORT', '80.5'],
    ['SVC_PORT', '1e3'],
    ['SVC_PORT', '0x50'],
    ['SVC_BASE_URL', 'records.example.com'],
    ['SVC_BASE_URL', 'ftp://records.example.com'],
    ['SVC_BASE_URL', 'https://records.example.com/tessera'],
    ['SVC_BASE_URL', 'https://records.example.com/?a=1'],
    ['SVC_BASE_URL', 'https://records.example.com?'],
    ['SVC_BASE_URL', 'https://records.example.com/#top'],
    ['SVC_BASE_URL', 'https://ada:secret@records.example.com'],
    ['SVC_MAIL_FROM', 'Tessera'],
    ['SVC_MAIL_FROM', 'Tessera <tessera>'],
    ['SVC_DATABASE_URL', 'mysql://localhost/db'],
    ['SVC_DATABASE_URL', 'localhost'],
    ['SVC_DATABASE_POOL', '1'],
    ['SVC_DATABASE_POOL', 'many'],
    ['SVC_OPERATOR_TOKEN', 'secret'],
    ['SVC_OPERATOR_TOKEN', `svc_op_${'a'.repeat(42)}`],
    ['SVC_SMTP_URL', 'mail.example.com:25'],
    ['SVC_SMTP_URL', 'http://mail.example.com'],
    ['SVC_MAGIC_LINK_BASE', 'links'],
    ['SVC_OIDC_ISSUER', 'accounts.example.com'],
    ['SVC_EMBEDDER', 'bert'],
    ['SVC_EMBEDDER', 'openai:'],
    ['SVC_EMBED_URL', 'localhost:11434'],
    ['SVC_EMBED_TIMEOUT_MS', '99'],
    ['SVC_EMBED_TIMEOUT_MS', '1s'],
    ['SVC_EMBED_SWEEP_SECONDS', '0'],
    ['SVC_EMBED_COST_PER_MTOK', '-0.1'],
    ['SVC_EMBED_COST_PER_MTOK', 'free'],
    ['SVC_INDEX_MEMORY_MB', '15'],
    ['SVC_DAILY_WRITE_CAP', '0'],
    ['SVC_CORS_ORIGINS', '*'],
    ['SVC_CORS_ORIGINS', 'app.example.com'],
    ['SVC_CORS_ORIGINS', 'https://app.example.com/path'],
    ['SVC_DEMO', 'yes'],
    ['SVC_LOG_LEVEL', 'verbose'],
  ])('rejects %s=%s in one line that names the variable and the valid values', (name, value) => {
    const read = () => readSettings({ [name]: value });
    expect(read).toThrow(InvalidSettingError);
    expect(read).toThrow(new RegExp(`^${name} must be .{10,}$`));
  });

  it('never repeats a rejected value, which may be a secret', () => {
    for (const name of Object.keys(settingDefinitions)) {
      const value = 'postgre://user:pass-word@host';
      try {
        readSettings({ [name]: value });
      } catch (error) {
        expect(String(error)).not.toContain('pass-word');
      }
    }
  });

  it('accepts an origin as base URL, with or without a trailing slash and in any case', () => {
    for (const url of [
      'https://records.example.com',
      'https://records.example.com/',
      'HTTPS://Records.Example.com:443',
    ]) {
      expect(readSettings({ SVC_BASE_URL: url }).SVC_BASE_URL).toBe('https://records.example.com');
    }
    expect(readSettings({ SVC_BASE_URL: 'http://[::1]:8080/' }).SVC_BASE_URL).toBe('http://[::1]:8080');
  });

  it('names the supported schemes', () => {
    expect(() => readSettings({ SVC_DATABASE_URL: 'mysql://localhost/db' })).toThrow(
      /postgres:\/\/ or postgresql:\/\//,
    );
    expect(() => readSettings({ SVC_SMTP_URL: 'mail.example.com:25' })).toThrow(/smtp:\/\/ or smtps:\/\//);
  });

  it.each(['tessera@localhost', 'Tessera <tessera@example.com>', '"A, B" <a+b@example.com>', '<a@b.c>'])(
    'accepts %s as sender of mails',
    (from) => {
      expect(readSettings({ SVC_MAIL_FROM: from }).SVC_MAIL_FROM).toBe(from);
    },
  );

  it('accepts a list of origins, without trailing slashes', () => {
    const { SVC_CORS_ORIGINS } = readSettings({ SVC_CORS_ORIGINS: 'https://a.example.com/, http://localhost:3000 ,' });
    expect(SVC_CORS_ORIGINS).toEqual(['https://a.example.com', 'http://localhost:3000']);
  });

  it('reads every setting from the file that NAME_FILE names', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tessera-settings-'));
    const file = join(folder, 'value');
    const samples = ['1', '100', 'https://a.example', 'postgres://a/b', 'smtp://a', 'a@b.c', '10.0.0.1'];
    const tokens = [`svc_op_${'a'.repeat(43)}`, `bot:metrics:2999-12-31:${'a'.repeat(64)}`];
    for (const [name, { shownDefault }] of Object.entries(settingDefinitions)) {
      const candidates = [...samples, ...tokens, ...shownDefault.split(/\W/)];
      const value = candidates.find((each) => isValid({ [name]: each })) ?? '';
      writeFileSync(file, `${value}\n`);
      expect(readSettings({ [`${name}_FILE`]: file })).toEqual(readSettings({ [name]: value }));
      expect(() => readSettings({ [name]: value, [`${name}_FILE`]: file })).toThrow(
        `${name} and ${name}_FILE are both set`,
      );
    }
    writeFileSync(file, '\n');
    expect(() => readSettings({ SVC_SMTP_URL_FILE: file })).toThrow(/^SVC_SMTP_URL_FILE names .* which is empty/);
    rmSync(folder, { recursive: true });
    expect(() => readSettings({ SVC_SMTP_URL_FILE: file })).toThrow(/^SVC_SMTP_URL_FILE cannot be read: ENOENT/);
  });
});
