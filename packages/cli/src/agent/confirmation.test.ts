import { findTool, type ToolDefinition } from '@tessera/contract';
import { describe, expect, it } from 'vitest';
import { confirmSwitch, confirmWrite } from './confirmation.js';

const from = { id: '00000001-0000-4000-8000-000000000001', slug: 'home', name: 'Home' };
const to = { id: '00000002-0000-4000-8000-000000000002', slug: 'shop', name: 'Shop' };
const tool = (name: string) => findTool(name) as ToolDefinition;

describe('confirmWrite', () => {
  it.each([
    [
      'upsert_records',
      { collection: 'orders', records: [{ id: 1 }, { id: 2 }] },
      'write 2 records to collection "orders"',
    ],
    [
      'upsert_records',
      { collection: 'orders', records: [{}], dry_run: true },
      'check 1 record against collection "orders"',
    ],
    ['delete_record', { collection: 'orders', external_id: '7' }, 'delete 1 record ("7") from collection "orders"'],
    ['delete_collection', { name: 'orders' }, 'delete a collection: collection "orders"'],
    ['create_collection', { name: 'orders' }, 'create a collection: collection "orders"'],
  ])('describes %s', (name, args, what) => {
    const { message } = confirmWrite({ from, to, pinned: false }, tool(name), args);
    expect(message).toContain(`${name} would ${what}`);
  });

  it.each([true, false])('names both workspaces (pinned: %s)', (pinned) => {
    const question = confirmWrite({ from, to, pinned }, tool('delete_record'), { collection: 'a', external_id: '1' });
    expect(question).toMatchObject({ status: 'confirmation_required', from, to });
    expect(question.message).toContain('"Home" (home)');
    expect(question.message).toContain('"Shop" (shop)');
  });
});

describe('confirmSwitch', () => {
  it('offers to repeat the call or, for a pin, explains the alternative', () => {
    expect(confirmSwitch({ from, to, pinned: false }).message).toContain('repeat with confirm: true');
    expect(confirmSwitch({ from, to, pinned: true }).message).toContain('with that write');
  });
});
