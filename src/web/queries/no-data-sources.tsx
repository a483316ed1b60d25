import { Anchor, Button } from '@mantine/core'
import { IconDatabaseOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { usePermission } from '#web/app/use-session.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Instead of the editor of a new query when there is nothing to query (part 1 section 2). */
export function NoDataSources({ hasViewOnly }: { hasViewOnly: boolean }) {
  const isAdmin = usePermission('admin')
  if (hasViewOnly) {
    return (
      <EmptyState
        icon={<IconDatabaseOff size={40} stroke={1.5} />}
        heading
        title="You don't have permission to create new queries on any of the data sources available to you."
      >
        An admin can give your groups full access to a data source. Meanwhile there are{' '}
        <Anchor underline="always" renderRoot={(props) => <Link to="/queries" {...props} />}>
          the queries of others
        </Anchor>
        .
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<IconDatabaseOff size={40} stroke={1.5} />}
      heading
      title="There is no data source to query yet"
      action={
        isAdmin && (
          <Button component={Link} to="/data_sources/new">
            Create Data Source
          </Button>
        )
      }
    >
      {isAdmin
        ? 'No data source was created yet, or none is available to the groups you are a member of.'
        : 'Please ask an admin to connect one, or to give one of your groups access to it.'}
    </EmptyState>
  )
}
