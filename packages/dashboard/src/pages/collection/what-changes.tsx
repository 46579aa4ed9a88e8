import { Button, Text } from '@mantine/core';
import type { CallRequest } from '@tessera/client';
import type { Forecast } from '@tessera/contract';
import { useState } from 'react';
import { sayFailed } from '../../components/notices.js';
import { Modal } from '../../components/overlays.js';
import { Table } from '../../components/table.js';
import { counted } from '../../components/when.js';
import { useChange } from '../../data/queries.js';

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
        What would change
      </Button>
      {forecast !== undefined && (
        <Modal title="What would change" size="xl" onClose={() => setForecast(undefined)}>
          <Text size="sm" mb="md">
            {counted(forecast.replayed)} logged queries were answered with these settings. Nothing was stored. Better:{' '}
            {forecast.counts.better}, worse: {forecast.counts.worse}, another record: {forecast.counts.other}.
          </Text>
          {forecast.changes.length > 0 && (
            <Table
              label="Changed answers"
              rows={forecast.changes}
              rowKey={({ query }) => query}
              columns={[
                { title: 'Query', cell: ({ query }) => query },
                { title: 'Before', cell: ({ before }) => shown(before) },
                { title: 'After', cell: ({ after }) => shown(after) },
              ]}
            />
          )}
        </Modal>
      )}
    </>
  );
}

function shown({ confidence, external_id: id }: Change['after']): string {
  return id === null ? confidence : `${confidence}: ${id}`;
}
