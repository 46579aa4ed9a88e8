import { describe, expect, it } from 'vitest';
import { inviteMail, magicLinkMail, signInCodeMail } from './templates.js';

const hostile = '<img src=x onerror="alert(1)">';

describe('mail templates', () => {
  const invite = inviteMail({
    name: hostile,
    email: 'ada@example.com',
    workspaceName: 'Shop',
    signInUrl: 'https://s.example/sign-in?email=a%40b&x=1',
  });
  const link = magicLinkMail({
    name: 'Ada',
    email: 'ada@example.com',
    workspaceName: hostile,
    magicLink: 'https://s.example/r?token=abc',
    expiresAt: new Date('2026-05-01T12:30:00.000Z'),
  });
  const code = signInCodeMail({ code: '012345', host: 'tessera.test', validMinutes: 10 });

  it('contain their action in the plain text and the HTML', () => {
    expect(invite.text).toContain('https://s.example/sign-in?email=a%40b&x=1');
    expect(invite.html).toContain('href="https://s.example/sign-in?email=a%40b&amp;x=1"');
    expect(link.text).toContain('https://s.example/r?token=abc');
    expect(link.html).toContain('href="https://s.example/r?token=abc"');
    expect(code.text).toContain('012345');
    expect(code.html).toContain('012345');
  });

  it('escape names', () => {
    expect(invite.html).not.toContain('<img');
    expect(link.html).not.toContain('<img');
    expect(invite.text).toContain(hostile);
  });

  it('warn against forwarding a magic link, and show its expiry', () => {
    expect(link.text).toContain('Anyone with this link can view without signing in');
    expect(link.text).toContain('2026-05-01 12:30 UTC');
  });

  it('do not use an address to greet a person without a name', () => {
    expect(
      inviteMail({ name: 'a@b.c', email: 'a@b.c', workspaceName: 'Shop', signInUrl: 'https://s.example' }).text,
    ).toMatch(/^Hello,\n/);
  });
});
