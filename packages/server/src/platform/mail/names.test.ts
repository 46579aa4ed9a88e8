import { limits } from '@tessera/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../../acceptance/full-size.mjs';
import { mailName } from './names.js';
import { inviteMail, magicLinkMail } from './templates.js';

/** What mail programs turn into a link without markup. */
const linked = /:\/\/|www\.|\S@\S|[\p{L}\p{N}][.。．｡․][\p{L}\p{N}]/iu;

const host = fc.tuple(
  fc.constantFrom('evil', 'paypal-login', 'пример', 'a'),
  fc.constantFrom('.', '。', '．', '｡', '․'),
);
const hostile = fc.oneof(
  host.map(([label, dot]) => `http://${label}${dot}example/verify`),
  host.map(([label, dot]) => `${label}${dot}example`),
  host.map(([label, dot]) => `${label}${dot}example${dot}org:80/x?y`),
  host.map(([label]) => `ada@${label}.example`),
  host.map(([label]) => `ada＠${label}．example`),
  host.map(([label]) => `w\u200bww.${label}\u200b.\u202eexample`),
  fc.constantFrom('\r\nBcc: a@b.example', 'https:\n//evil.example', '<a href=//evil.example>', 'mailto:a@b.example'),
);
const name = fc
  .array(fc.oneof(hostile, fc.string({ unit: 'grapheme', maxLength: 30 }), fc.constant('PayPal Security')), {
    maxLength: 12,
  })
  .map((parts) => parts.join(' '));

describe('mailName', () => {
  it('contains no address, no line break, and at most the characters of a name', () => {
    fc.assert(
      fc.property(name, (sent) => {
        const shown = mailName(sent);
        expect(shown).not.toMatch(linked);
        expect(shown).not.toMatch(/[\r\n\u2028\u2029\u202a-\u202e\u200b]/);
        expect([...shown].length).toBeLessThanOrEqual(limits.mailNameCharacters);
      }),
      { numRuns: propertyRuns(4_000) },
    );
  });

  it.each([
    ['Ada Lovelace', 'Ada Lovelace'],
    ['Société Générale S.A.', 'Société Générale S A.'],
    ['Dr. Müller & Söhne', 'Dr. Müller & Söhne'],
    ['PayPal Security — verify at http://evil.example/x', 'PayPal Security — verify at'],
    ['booking.com', 'booking com'],
    ['https://evil.example', 'https evil example'],
    ['x'.repeat(200), `${'x'.repeat(limits.mailNameCharacters - 1)}…`],
  ])('of %j is %j', (sent, shown) => {
    expect(mailName(sent)).toBe(shown);
  });
});

describe('subject, sender and greeting of mails', () => {
  it('contain no address that a tenant put into a name', () => {
    fc.assert(
      fc.property(name, name, (person, workspace) => {
        const email = 'ada@example.com';
        const face = { language: 'en', workspace: { name: workspace, color: null, logo: null } } as const;
        const fields = { name: person, email, workspaceName: workspace };
        for (const mail of [
          inviteMail({ ...fields, signInUrl: 'https://s.example/sign-in' }, face),
          magicLinkMail({ ...fields, magicLink: 'https://s.example/r?token=a', expiresAt: null }, face),
        ]) {
          const [greeting = ''] = mail.text.split('\n');
          for (const shown of [mail.subject, mail.sender ?? '', greeting]) {
            expect(shown).not.toMatch(linked);
          }
        }
      }),
      { numRuns: propertyRuns(400) },
    );
  });
});
