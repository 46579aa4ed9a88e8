import { Badge, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { counted, Empty, Page, When } from '../../components/basics.js';
import { Icon } from '../../components/icon.js';
import { ChipsCell, ListPanel, NameCell } from '../../components/table.js';
import { textOf } from '../../text.js';
import { isOnSale } from '../access/queries.js';
import { groupsQuery } from './queries.js';

/** The groups with the documents that each matches and their numbers of holders. */
export function GroupsPage() {
  const groups = useQuery({ ...groupsQuery(), select: ({ groups }) => groups });
  const create = (
    <Button component={Link} to="/groups/new" leftSection={<Icon name="plus" size={16} />}>
      {textOf('New group')}
    </Button>
  );
  return (
    <Page
      title={textOf('Groups')}
      lead={textOf('A group is a named list of document patterns. People in it can read the documents that match.')}
      actions={create}
    >
      <ListPanel
        query={groups}
        empty={
          <Empty icon="group" title={textOf('No groups yet')} action={create}>
            {textOf("Create one for each thing that you sell or share: a course, a handbook, a customer's folder.")}
          </Empty>
        }
        label={textOf('Groups')}
        rowKey={({ id }) => id}
        columns={[
          {
            title: textOf('Name'),
            cell: ({ id, name, description }) => (
              <NameCell to={`/groups/${id}`} name={name} description={description} />
            ),
          },
          {
            title: textOf('Patterns'),
            cell: (group) => (
              <Group gap={6} wrap="nowrap">
                {group.public && <Badge>{textOf('Public')}</Badge>}
                {isOnSale(group) && <Badge>{textOf('On sale')}</Badge>}
                <ChipsCell names={group.paths} />
              </Group>
            ),
          },
          { title: textOf('Members'), end: true, cell: ({ members }) => counted(members) },
          { title: textOf('Changed'), end: true, cell: ({ updated_at: at }) => <When at={at} /> },
        ]}
      />
    </Page>
  );
}
