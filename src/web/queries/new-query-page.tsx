import { Anchor, Button } from '@mantine/core'
import { IconDatabaseOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { chooseDataSource } from '#shared/queries/query-dirty.ts'
import { dataSourcesQuery } from '#web/data-sources/data-source-queries.ts'
import { usePermission } from '#web/session/use-session.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { readLocalOption } from '#web/ui/local-options.ts'
import { Message } from '#web/ui/message.tsx'
import { Page } from '#web/ui/page.tsx'
import { usePageTitle } from '#web/ui/use-page-title.ts'
import { newQuery } from './editable-query.ts'
import { EditorSkeleton } from './editor-skeleton.tsx'
import { lastSourceOption } from './local-option-names.ts'
import { QueryEditor } from './query-editor.tsx'
import { useUsableSources } from './use-usable-sources.ts'

/** `/queries/new` */
export function NewQueryPage() {
  usePageTitle(t('New Query'))
  const { data: sources } = useQuery({ ...dataSourcesQuery, throwOnError: true })
  const usable = useUsableSources(sources ?? [], null)
  const [lastUsed] = useState(() => Number(readLocalOption(lastSourceOption)) || null)
  if (!sources) return <EditorSkeleton />
  const first = chooseDataSource(usable, null, lastUsed)
  return (
    <Page width="full">
      {first ? (
        <QueryEditor key="new" initial={newQuery(first.id)} sources={usable} />
      ) : (
        <NoDataSources hasViewOnly={sources.length > 0} />
      )}
    </Page>
  )
}

/** Replaces the editor of a new query if there is no data source (docs/reference/screens.md#source-editor). */
function NoDataSources({ hasViewOnly }: { hasViewOnly: boolean }) {
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
