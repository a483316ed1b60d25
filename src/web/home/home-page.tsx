import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Page } from '#web/app/page.tsx'
import { organizationStatusQuery } from '#web/app/session-query.ts'
import { usePageTitle } from '#web/app/use-page-title.ts'
import { usePermission } from '#web/app/use-session.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Checklist } from './checklist.tsx'
import { FavoriteDashboards, RecentDashboards } from './dashboard-lists.tsx'
import classes from './home.module.css'
import { FavoriteQueries, NewestQueries } from './query-lists.tsx'

/** / */
export function HomePage() {
  usePageTitle()
  const mayView = usePermission('view_query')
  const mayList = usePermission('list_dashboards')
  const mayCreate = usePermission('create_query')
  const status = useQuery(organizationStatusQuery)
  const counters = status.data?.object_counters
  return (
    <Page>
      <PageHeader
        title="Home"
        actions={
          mayCreate && counters !== undefined && counters.data_sources > 0 ? (
            <Button component={Link} to="/queries/new" leftSection={<IconPlus size={16} />}>
              New Query
            </Button>
          ) : undefined
        }
      />
      {counters !== undefined && <Checklist counters={counters} />}
      <div className={classes.lists}>
        {mayList && <FavoriteDashboards />}
        {mayView && <FavoriteQueries />}
        {mayList && <RecentDashboards />}
        {mayView && <NewestQueries />}
      </div>
    </Page>
  )
}
