import type { RecordVersion } from '@tessera/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '../../../../../acceptance/full-size.mjs';
import { startSuiteService } from '../../testing/service.js';
import { callersWorkspace } from '../testing/callers.js';
import { newCollection } from '../testing/collection.js';

const service = await startSuiteService();
const workspace = await callersWorkspace(service);

/** A write to a record that a confined caller may not see. It sets the room or deletes the record. */
const write = fc.record({ room: fc.constantFrom('office', 'kitchen'), deleted: fc.boolean() });

it('collections.list_record_versions > shows a confined caller the versions in its slice of a record in its slice, and no others', async () => {
  const items = await newCollection(workspace, 'sliced', { exposed_fields: ['secret'] });
  const group = await workspace.group();
  await workspace.must('PUT', `${items.at}/grants/${group}`, { permission: 'read', filter: { room: 'office' } });
  const office = await workspace.pinned({ role: 'member', access: 'read_only', groups: [group] });
  let id = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 6 }), async (writes) => {
      id += 1;
      const rooms = new Map<string, string>();
      for (const [position, { room, deleted }] of writes.entries()) {
        await items.import([{ id, room, secret: `${room} secret ${position}` }]);
        if (deleted) await workspace.must('DELETE', `${items.at}/records/${id}`);
      }
      const all: RecordVersion[] = (await workspace.must('GET', `${items.at}/records/${id}/history`)).versions;
      for (const { version } of all) {
        const { attributes } = await workspace.must('GET', `${items.at}/records/${id}/history/${version}`);
        rooms.set(version, attributes.secret.split(' ')[0]);
      }
      const last = writes.at(-1);
      const isInside = last?.room === 'office' && !last.deleted;
      const answer = await service.call('GET', `${items.at}/records/${id}/history`, office);
      expect(answer.status).toBe(isInside ? 200 : 404);
      const shown = isInside ? all.filter(({ version }) => rooms.get(version) === 'office') : [];
      const listed: RecordVersion[] = answer.body.versions ?? [];
      expect(listed.map(({ version }) => version)).toEqual(shown.map(({ version }) => version));
      expect(JSON.stringify(answer.body)).not.toContain('kitchen');
      for (const { version } of all) {
        const former = await service.call('GET', `${items.at}/records/${id}/history/${version}`, office);
        expect(former.status).toBe(shown.some((one) => one.version === version) ? 200 : 404);
        expect(JSON.stringify(former.body)).not.toContain('kitchen');
      }
    }),
    { numRuns: propertyRuns(40) },
  );
});
