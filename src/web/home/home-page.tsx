import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useIsFetching, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { useHomeNotices } from '#web/notices/use-home-notices.ts'
import { organizationStatusQuery } from '#web/session/session-query.ts'
import { usePermission } from '#web/session/use-session.ts'
import { Page } from '#web/ui/page.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { usePageTitle } from '#web/ui/use-page-title.ts'
import { Checklist } from './checklist.tsx'
import { FavoriteDashboards, RecentDashboards } from './dashboard-lists.tsx'
import type { Counters } from './first-steps.ts'
import classes from './home.module.css'
import { FavoriteQueries, NewestQueries, RecentQueries } from './query-lists.tsx'

/** / */
export function HomePage() {
  usePageTitle()
  const mayCreate = usePermission('create_query')
  const status = useQuery(organizationStatusQuery)
  const counters = status.data?.object_counters
  const notices = useHomeNotices()
  const isShown = useArrival(status.isPending)
  return (
    <Page>
      <PageHeader
        title={t('Home')}
        actions={
          mayCreate && counters !== undefined && counters.data_sources > 0 ? (
            <Button component={Link} to="/queries/new" leftSection={<IconPlus size={16} />}>
              {t('New Query')}
            </Button>
          ) : undefined
        }
      />
      {/* everything appears at once, so that nothing shifts */}
      {!isShown && <TableSkeleton />}
      <div hidden={!isShown}>
        {notices}
        {counters !== undefined && <Checklist counters={counters} />}
        <HomeLists counters={counters} />
      </div>
    </Page>
  )
}

/** True once all initial requests of the page are done. */
function useArrival(isPending: boolean): boolean {
  const awaited = useIsFetching({ predicate: ({ state }) => state.status === 'pending' })
  const [hasArrived, setHasArrived] = useState(false)
  const isThere = !isPending && awaited === 0
  if (isThere && !hasArrived) setHasArrived(true)
  return hasArrived || isThere
}

/** `counters`: undefined while loading or after a failure */
function HomeLists({ counters }: { counters: Counters | undefined }) {
  const mayView = usePermission('view_query')
  const mayCreate = usePermission('create_query')
  const mayList = usePermission('list_dashboards')
  // two empty lists of queries would show the same
  const showsNewest = !mayCreate || counters?.queries !== 0
  return (
    <div className={classes.lists}>
      {mayList && (
        <div>
          <FavoriteDashboards />
          <RecentDashboards />
        </div>
      )}
      {mayView && (
        <div>
          <FavoriteQueries />
          {mayCreate && <RecentQueries canWrite={counters?.data_sources !== 0} />}
          {showsNewest && <NewestQueries />}
        </div>
      )}
    </div>
  )
}
