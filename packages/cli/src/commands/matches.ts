import { operationCommand } from './operation-command.js';

/** The commands on records that may be the same. */
export const matchCommands = [
  operationCommand({
    name: 'matches',
    operation: 'collections.list_matches',
    examples: ['svc collections matches customers', 'svc collections matches customers --state same --json'],
    view: (answer, output) => {
      const rows = answer.matches.map(({ id, external_ids: [one, other], verdict, fields, decided }) => ({
        id,
        one,
        other,
        verdict,
        differs: fields.filter(({ agrees }) => agrees === 'no').map(({ field }) => field),
        keep: decided?.keep ?? null,
      }));
      output.rows(rows, ['id', 'one', 'other', 'verdict', 'differs', 'keep'], 'No matches in this state.');
      if (!answer.complete) output.say('The comparison is not complete: list again shortly.');
    },
  }),
  operationCommand({
    name: 'decide-match',
    operation: 'collections.decide_match',
    examples: [
      'svc collections decide-match customers 6f1c2f9e-3a54-4a27-9c43-0d2b8e7f5a16 --decision same --keep 4711',
      'svc collections decide-match customers 6f1c2f9e-3a54-4a27-9c43-0d2b8e7f5a16 --decision different',
    ],
    view: { keys: ['id', 'external_ids', 'decided'] },
  }),
];
