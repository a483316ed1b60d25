import { Anchor, Button } from '@mantine/core'
import { IconDatabaseOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { t } from '#shared/messages/translate.ts'
import { usePermission } from '#web/session/use-session.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Message } from '#web/ui/message.tsx'

/** Replaces the editor of a new query if there is no data source (docs/reference/screens.md#source-editor). */
export function NoDataSources({ hasViewOnly }: { hasViewOnly: boolean }) {
  const isAdmin = usePermission('admin')
  if (hasViewOnly) {
    return (
      <EmptyState
        icon={<IconDatabaseOff size={40} stroke={1.5} />}
        heading
        title={t(
          "You don't have permission to create new queries on any of the data sources available to you.",
        )}
      >
        <Message
          text={t(
            'An admin can give your groups full access to a data source. In the meantime, there are {anchor}.',
          )}
          values={{
            anchor: (
              <Anchor underline="always" renderRoot={(props) => <Link to="/queries" {...props} />}>
                {t('the queries of others')}
              </Anchor>
            ),
          }}
        />
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<IconDatabaseOff size={40} stroke={1.5} />}
      heading
      title={t('There is no data source to query yet')}
      action={
        isAdmin && (
          <Button component={Link} to="/data_sources/new">
            {t('Create Data Source')}
          </Button>
        )
      }
    >
      {isAdmin
        ? t('No data source was created yet, or none is available to the groups you are a member of.')
        : t('Please ask an admin to connect one, or to give one of your groups access to it.')}
    </EmptyState>
  )
}
