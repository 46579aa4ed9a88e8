import { anAddress } from '../../identity/testing/people.js';
import type { TestService } from '../../testing/service.js';
import { createWorkspaceFixture } from '../../workspaces/testing/workspace-fixture.js';

/** The schemas of SCIM. */
export const core = 'urn:ietf:params:scim:schemas:core:2.0';

/** A workspace whose directory calls SCIM with a token of its own. */
export async function newDirectory(service: TestService, options: { reader_seats?: number } = {}) {
  const fixture = await createWorkspaceFixture(service, options);
  const made = await fixture.call('POST', '/settings/api-keys', { name: 'Entra ID', capability: 'provision' });
  const token = made.body.secret as string;
  const scim = async (method: string, path: string, body?: unknown, bearer = token) => {
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/scim+json' };
    const sent = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const answer = await service.app.http.request(`http://tessera.test/scim/v2${path}`, sent);
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) };
  };
  const patch = (path: string, ...Operations: object[]) =>
    scim('PATCH', path, { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations });
  const addUser = async (email = anAddress(), fields: object = {}) =>
    (await scim('POST', '/Users', { schemas: [`${core}:User`], userName: email, active: true, ...fields })).body;
  const addGroup = async (displayName: string, members: readonly string[] = []) =>
    (
      await scim('POST', '/Groups', {
        schemas: [`${core}:Group`],
        displayName,
        members: members.map((value) => ({ value })),
      })
    ).body;
  const personOf = async (email: string) => {
    const { people } = (await fixture.call('GET', '/settings/people')).body;
    return people.find((each: { email: string }) => each.email === email);
  };
  const shareOf = async (email: string) => {
    const person = await personOf(email);
    const { sources } =
      person === undefined ? { sources: [] } : (await fixture.call('GET', `/settings/people/${person.id}/access`)).body;
    return sources.find(({ source }: { source: string | null }) => source === 'scim');
  };
  const find = async (path: string, filter: string) =>
    (await scim('GET', `${path}?${new URLSearchParams({ filter })}`)).body;
  return { ...fixture, key: made.body.id as string, token, scim, patch, addUser, addGroup, personOf, shareOf, find };
}
