/** The arguments of a command, the request that they become, and the body as sent. */
export type Line = readonly [args: string, request: string, body?: string];

/** The commands for keys, tokens, webhooks, people and the caller's own sign-ins. */
export const settingsLines: readonly Line[] = [
  ['keys list', 'GET /settings/api-keys'],
  [
    'keys create billing --capability manage_members --capability manage_readers',
    'POST /settings/api-keys',
    '{"name":"billing","capabilities":["manage_members","manage_readers"]}',
  ],
  [
    'keys create billing --capabilities manage_members,manage_readers',
    'POST /settings/api-keys',
    '{"name":"billing","capabilities":["manage_members","manage_readers"]}',
  ],
  ['keys rotate k1 -y', 'POST /settings/api-keys/k1/rotate'],
  ['keys revoke k1 -y', 'DELETE /settings/api-keys/k1'],
  ['tokens list', 'GET /settings/tokens'],
  [
    'tokens create sync --role member --access read_write --group g1',
    'POST /settings/tokens',
    '{"name":"sync","role":"member","access":"read_write","groups":["g1"]}',
  ],
  [
    'tokens create sync --role member --access read_write --collections write',
    'POST /settings/tokens',
    '{"name":"sync","role":"member","access":"read_write","collections":"write"}',
  ],
  ['tokens rotate t1 -y', 'POST /settings/tokens/t1/rotate'],
  ['tokens revoke t1 -y', 'DELETE /settings/tokens/t1'],
  ['webhooks list', 'GET /settings/webhooks'],
  [
    'webhooks create https://a.example/hook --event member.granted --event member.revoked',
    'POST /settings/webhooks',
    '{"url":"https://a.example/hook","events":["member.granted","member.revoked"]}',
  ],
  ['webhooks update w1 --enabled false', 'PATCH /settings/webhooks/w1', '{"enabled":false}'],
  ['webhooks delete w1 -y', 'DELETE /settings/webhooks/w1'],
  ['webhooks test w1', 'POST /settings/webhooks/w1/test'],
  ['webhooks deliveries w1 --limit 5', 'GET /settings/webhooks/w1/deliveries?limit=5'],
  ['webhooks replay w1 d1', 'POST /settings/webhooks/w1/deliveries/d1/replay'],
  ['people list', 'GET /settings/people'],
  [
    'people add a@b.example --role member --group g1',
    'POST /settings/people',
    '{"email":"a@b.example","role":"member","groups":["g1"]}',
  ],
  ['people update p1 --role admin --unconfined', 'PATCH /settings/people/p1', '{"role":"admin","groups":null}'],
  ['people invite p1', 'POST /settings/people/p1/invite'],
  ['people remove p1 -y', 'DELETE /settings/people/p1'],
  ['people sessions --limit 5', 'GET /settings/sessions?limit=5'],
  ['people revoke-session s1 -y', 'DELETE /settings/sessions/s1'],
  ['people devices', 'GET /settings/devices'],
  ['people revoke-device d1 -y', 'DELETE /settings/devices/d1'],
  ['sessions list', 'GET /me/sessions'],
  ['sessions revoke s1 -y', 'DELETE /me/sessions/s1'],
  ['devices list', 'GET /me/devices'],
  ['devices revoke d1 -y', 'DELETE /me/devices/d1'],
];
