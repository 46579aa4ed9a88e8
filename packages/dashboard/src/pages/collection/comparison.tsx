import { Badge, Button, Text } from '@mantine/core';
import type { CallAnswer } from '@tessera/client';
import { useState } from 'react';
import { Panel } from '../../components/page.js';
import { Table } from '../../components/table.js';
import { textOf } from '../../text.js';
import classes from './ask.module.css';
import { type ComparedField, compareFields } from './compared-fields.js';
import { Value } from './value.js';

type Result = CallAnswer<'collections.query'>['results'][number];

/** Number of fields that are shown until a person opens the rest. */
const shownFirst = 8;

/** The best result next to the second one. Fields that differ come first and are marked. */
export function Comparison({ idField, best, second }: { idField: string; best: Result; second: Result }) {
  const [isWhole, setWhole] = useState(false);
  const fields = compareFields(best.attributes, second.attributes);
  const ids: ComparedField = { field: idField, best: best.external_id, second: second.external_id, isDifferent: true };
  const shown = isWhole ? fields : fields.slice(0, shownFirst);
  return (
    <Panel title={textOf('Best and second result')} flush>
      <Table
        label={textOf('Best and second result')}
        rows={[ids, ...shown]}
        rowKey={({ field }) => field}
        columns={[
          {
            title: textOf('Field'),
            cell: ({ field, isDifferent }) => (
              <span className={classes.field}>
                {field}
                {isDifferent && field !== idField && <Badge size="sm">{textOf('differs')}</Badge>}
              </span>
            ),
          },
          {
            title: textOf('Best'),
            wraps: true,
            cell: ({ best: value, isDifferent }) => <Side value={value} isMarked={isDifferent} />,
          },
          {
            title: textOf('Second'),
            wraps: true,
            cell: ({ second: value, isDifferent }) => <Side value={value} isMarked={isDifferent} />,
          },
        ]}
      />
      {shown.length < fields.length && (
        <Button variant="subtle" size="xs" m="xs" onClick={() => setWhole(true)}>
          {textOf('Show all {number} fields', { number: fields.length })}
        </Button>
      )}
    </Panel>
  );
}

function Side({ value, isMarked }: { value: unknown; isMarked: boolean }) {
  const shown = <Value value={value} />;
  return (
    <Text size="sm" component="span" lineClamp={3} {...(isMarked ? {} : { c: 'dimmed' })}>
      {isMarked ? <mark className={classes.differing}>{shown}</mark> : shown}
    </Text>
  );
}
