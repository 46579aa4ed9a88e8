import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../app/session.js';
import { Bar } from '../../components/bar.js';
import { Icon } from '../../components/icon.js';
import { Panel } from '../../components/page.js';
import { textOf } from '../../text.js';
import classes from './overview.module.css';
import type { WorkspaceState } from './state.js';

interface Step {
  readonly label: string;
  readonly why: string;
  readonly to: string;
  readonly done: boolean;
}

/** The first steps of a workspace. Admins see them until all are done. */
export function Checklist({ state }: { state: WorkspaceState }) {
  const { isAdmin } = useSession();
  const steps = stepsOf(state);
  const done = steps.filter((step) => step.done).length;
  // If a part could not be read, its step would wrongly appear as open.
  if (!isAdmin || !state.isSettled || !state.isComplete || done === steps.length) {
    return null;
  }
  return (
    <Panel
      title={textOf('Set up')}
      flush
      actions={<Text size="sm">{textOf('{done} of {total} done', { done, total: steps.length })}</Text>}
    >
      <div className={classes.progress}>
        <Bar share={done / steps.length} />
      </div>
      <ul className={classes.lines}>
        {steps.map((step) => (
          <li key={step.label} className={classes.step} data-done={step.done}>
            <span className={classes.mark}>{step.done && <Icon name="check" size={14} />}</span>
            <span>
              {step.done ? (
                <Text size="sm" component="span">
                  {textOf('{step}: done', { step: step.label })}
                </Text>
              ) : (
                <Anchor component={Link} to={step.to} size="sm" fw={550}>
                  {step.label}
                </Anchor>
              )}
              <Text size="xs" c="dimmed">
                {step.why}
              </Text>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function stepsOf({ groups = [], people = [], collections = [], tokens = [], devices = [] }: WorkspaceState): Step[] {
  const hasAgent = tokens.some(({ status }) => status === 'active') || devices.length > 0;
  return [
    {
      label: textOf('Make a group'),
      why: textOf('It says which documents and records its holders can read.'),
      to: '/groups/new',
      done: groups.length > 0,
    },
    {
      label: textOf('Add a member'),
      why: textOf('Members read what their groups name, and sign in as themselves.'),
      to: '/people?new=true',
      done: people.some(({ role }) => role === 'reader'),
    },
    {
      label: textOf('Fill a collection'),
      why: textOf('Drop a CSV file, or let your system push its records.'),
      to: collections.length > 0 ? '/import' : '/collections?new=true',
      done: collections.some(({ records }) => records > 0),
    },
    {
      label: textOf('Connect an agent'),
      why: textOf('A token of its own lets you see what it did, and stop it alone.'),
      to: '/tokens?new=true',
      done: hasAgent,
    },
  ];
}
