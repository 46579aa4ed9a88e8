import { createHmac } from 'node:crypto';
import { readConfig } from '@tessera/records';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { checkSignature } from './signature.js';

const now = new Date('2026-03-01T10:00:00Z');
const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const body = '{"id": 1, "name": "Lämpchen"}';
const hmac = (encoding: 'hex' | 'base64', signed = body) =>
  createHmac('sha256', secret).update(signed).digest(encoding);

type Headers = Readonly<Record<string, string>>;

function isAccepted(signature: { scheme: string; header?: string }, headers: Headers, sent = body): boolean {
  const lower = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const bytes = Buffer.from(sent);
  const view = {
    config: readConfig({ mapping: { id: 'id', signature } }),
    signatureSecrets: [{ secret, hash: Buffer.of(), isPrevious: false }],
  };
  const header = (name: string) => lower.get(name.toLowerCase());
  try {
    checkSignature({ bytes, sentBytes: bytes, isLines: false, header, json: async () => undefined }, view, now);
    return true;
  } catch {
    return false;
  }
}

const hex = { scheme: 'hmac-sha256-hex', header: 'X-Signature' };
const base64 = { scheme: 'hmac-sha256-base64', header: 'X-Signature' };

// @see https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries
it("checkSignature > accepts GitHub's form, and .NET's upper-case hexadecimal", () => {
  const github = { scheme: 'hmac-sha256-hex', header: 'X-Hub-Signature-256' };
  expect(isAccepted(github, { 'X-Hub-Signature-256': `sha256=${hmac('hex')}` })).toBe(true);
  for (const text of [hmac('hex'), hmac('hex').toUpperCase(), `sha256=${hmac('hex').toUpperCase()}`]) {
    expect(isAccepted(hex, { 'x-signature': text })).toBe(true);
  }
});

it('checkSignature > rejects extra characters, other formats, other bodies and other secrets', () => {
  const [inHex, inBase64] = [hmac('hex'), hmac('base64')];
  for (const text of [`${inHex}00`, `${inHex}zz`, `${inHex} junk`, `x${inHex}`, `sha1=${inHex}`, inHex.slice(2), '']) {
    expect(isAccepted(hex, { 'X-Signature': text }), text).toBe(false);
  }
  for (const text of [`${inBase64}A`, `${inBase64}!`, inBase64.slice(0, -2), inBase64.slice(4), inHex]) {
    expect(isAccepted(base64, { 'X-Signature': text }), text).toBe(false);
  }
  expect(isAccepted(base64, { 'X-Signature': inBase64 })).toBe(true);
  expect(isAccepted(hex, { 'X-Signature': inHex }, `${body} `)).toBe(false);
  const timed = (signature: string) => ({ 'X-Signature': `t=1772359200,v1=${signature}` });
  expect(isAccepted(hex, timed(hmac('hex', `1772359200.${body}`)))).toBe(true);
  expect(isAccepted(hex, timed(`${hmac('hex', `1772359200.${body}`)}00`))).toBe(false);
});

// @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
it('checkSignature > accepts signatures of the Standard Webhooks library, also with Svix header names', () => {
  const standard = { scheme: 'standard-webhooks' };
  const at = (time: Date, prefix = 'webhook') => ({
    [`${prefix}-id`]: 'msg_1',
    [`${prefix}-timestamp`]: String(time.getTime() / 1_000),
    [`${prefix}-signature`]: `v1a,x v1,${Buffer.alloc(32).toString('base64')} ${new Webhook(secret).sign('msg_1', time, body)}`,
  });
  expect(isAccepted(standard, at(now))).toBe(true);
  expect(isAccepted({ ...standard, header: 'svix-signature' }, at(now, 'svix'))).toBe(true);
  expect(isAccepted(standard, at(now, 'svix'))).toBe(false);
  expect(isAccepted(standard, at(new Date(now.getTime() - 301_000)))).toBe(false);
  expect(isAccepted(standard, at(new Date(now.getTime() + 301_000)))).toBe(false);
  expect(isAccepted(standard, { ...at(now), 'webhook-id': 'msg_2' })).toBe(false);
  expect(isAccepted(standard, { ...at(now), 'webhook-timestamp': '' })).toBe(false);
  expect(isAccepted(standard, at(now), `${body} `)).toBe(false);
});
