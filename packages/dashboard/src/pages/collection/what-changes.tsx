import { Button, Text } from '@mantine/core';
import type { CallRequest } from '@tessera/client';
import type { Forecast } from '@tessera/contract';
import { useState } from 'react';
import { sayFailed } from '../../components/basics.js';
import { Modal } from '../../components/overlays.js';
import { Table } from '../../components/table.js';
import { useChange } from '../../data/api.js';
import { textOf } from '../../text.js';
import { verdictNames } from './verdicts.js';

type Change = Forecast['changes'][number];

/** A button that lists the logged queries whose answers a configuration would change. */
export function WhatChanges(props: {
  name: string;
  body: () => NonNullable<CallRequest<'collections.update'>['body']>;
  disabled?: boolean;
}) {
  const { name, body, disabled = false } = props;
  const update = useChange('collections.update');
  const [forecast, setForecast] = useState<Forecast>();
  const show = (): void =>
    update.mutate(
      { params: { name }, body: { ...body(), dry_run: true } },
      { onSuccess: (answer) => 'replayed' in answer && setForecast(answer), onError: sayFailed },
    );
  return (
    <>
      <Button variant="default" onClick={show} loading={update.isPending} disabled={disabled}>
        {textOf('What would change')}
      </Button>
      {forecast !== undefined && (
        <Modal title={textOf('What would change')} size="xl" onClose={() => setForecast(undefined)}>
          <Text size="sm" mb="md">
            {textOf(
              '{number} logged queries were answered with these settings. Nothing was stored. Better: {better}, worse: {worse}, another record: {other}.',
              { number: forecast.replayed, ...forecast.counts },
            )}
          </Text>
          {forecast.changes.length > 0 && (
            <Table
              label={textOf('Changed answers')}
              rows={forecast.changes}
              rowKey={({ query }) => query}
              columns={[
                { title: textOf('Query'), cell: ({ query }) => query },
                { title: textOf('Before'), cell: ({ before }) => shown(before) },
                { title: textOf('After'), cell: ({ after }) => shown(after) },
              ]}
            />
          )}
        </Modal>
      )}
    </>
  );
}

function shown({ confidence, external_id: id }: Change['after']): string {
  const verdict = verdictNames[confidence];
  return id === null ? verdict : textOf('{verdict}: {id}', { verdict, id });
}
