import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { dashboardIdOf, dashboardKey } from '#shared/dashboards/dashboard-slug.ts'
import { NotFoundPage } from '#web/ui/error-page.tsx'
import { InSlices } from '#web/ui/in-slices.tsx'
import { Page } from '#web/ui/page.tsx'
import { dashboardBySlug, storedDashboard } from './dashboard-load.ts'
import { DashboardSkeleton } from './dashboard-skeleton.tsx'
import { DashboardView } from './dashboard-view.tsx'
import { pageDashboard } from './page-dashboard.ts'

/** `/dashboards/{id}-{slug}` */
export function DashboardPage() {
  const { dashboardKey: key } = useParams({ from: '/shell/dashboards/$dashboardKey' })
  const id = dashboardIdOf(key)
  return id === null ? <NotFoundPage /> : <OpenedDashboard key={id} id={id} />
}

function OpenedDashboard({ id }: { id: number }) {
  const { data, isFetchedAfterMount } = useQuery(storedDashboard(id))
  const read = isFetchedAfterMount ? data : undefined
  const initial = useMemo(() => (read === undefined ? null : pageDashboard(read)), [read])
  return (
    <Page width="wide">
      {initial === null ? (
        <DashboardSkeleton />
      ) : (
        <InSlices key={initial.version} before={<DashboardSkeleton />}>
          <DashboardView initial={initial} />
        </InSlices>
      )}
    </Page>
  )
}

/** `/dashboard/{slug}` of old links: redirects to the current address. */
export function LegacyDashboardPage() {
  const { dashboardSlug } = useParams({ from: '/shell/dashboard/$dashboardSlug' })
  const { data } = useQuery(dashboardBySlug(dashboardSlug))
  const navigate = useNavigate()
  useEffect(() => {
    if (data === undefined) return
    void navigate({
      to: '/dashboards/$dashboardKey',
      params: { dashboardKey: dashboardKey(data) },
      search: true,
      replace: true,
    })
  }, [data, navigate])
  return (
    <Page width="wide">
      <DashboardSkeleton />
    </Page>
  )
}
