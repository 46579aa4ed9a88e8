import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../app/session.js';
import { Bar } from '../../components/bar.js';
import { Icon } from '../../components/icon.js';
import { Panel } from '../../components/page.js';
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
    <Panel title="Set up" flush actions={<Text size="sm">{`${done} of ${steps.length} done`}</Text>}>
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
                  {step.label}: done
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
      label: 'Make a group',
      why: 'It says which documents and records its holders can read.',
      to: '/groups/new',
      done: groups.length > 0,
    },
    {
      label: 'Add a member',
      why: 'Members read what their groups name, and sign in as themselves.',
      to: '/people?new=true',
      done: people.some(({ role }) => role === 'reader'),
    },
    {
      label: 'Fill a collection',
      why: 'Drop a CSV file, or let your system push its records.',
      to: collections.length > 0 ? '/import' : '/collections?new=true',
      done: collections.some(({ records }) => records > 0),
    },
    {
      label: 'Connect an agent',
      why: 'A token of its own lets you see what it did, and stop it alone.',
      to: '/tokens?new=true',
      done: hasAgent,
    },
  ];
}
