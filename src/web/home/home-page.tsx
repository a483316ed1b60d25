import { Button, UnstyledButton } from '@mantine/core'
import { IconCheck, IconChevronRight, IconPlus } from '@tabler/icons-react'
import { useIsFetching, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { useNewDashboard } from '#web/dashboards/list/new-dashboard.tsx'
import { useHomeNotices } from '#web/notices/use-home-notices.ts'
import { organizationStatusQuery } from '#web/session/session-query.ts'
import { holds, useClientConfig, useCurrentUser, usePermission } from '#web/session/use-session.ts'
import { Page, PageHeader } from '#web/ui/page.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { useHasPage } from '#web/ui/use-in-app-links.ts'
import { usePageTitle } from '#web/ui/use-page-title.ts'
import { type Counters, type FirstStep, firstSteps } from './first-steps.ts'
import classes from './home.module.css'
import { DashboardLists, FavoriteQueries, NewestQueries, RecentQueries } from './home-lists.tsx'

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
          <DashboardLists />
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

/** First steps, until all are done. */
function Checklist({ counters }: { counters: Counters }) {
  const user = useCurrentUser()
  const hasPage = useHasPage()
  const { showBeaconConsentMessage } = useClientConfig()
  const steps = firstSteps({
    holds: (permission) => holds(user, permission),
    ...{ hasPage, counters, asksForUsageData: showBeaconConsentMessage === true },
  })
  if (steps.length === 0) return null
  return (
    <section className={classes.section} aria-labelledby="first-steps">
      <h2 id="first-steps" className={classes.heading}>
        {t('Let’s get started')}
      </h2>
      <ol className={classes.steps}>
        {steps.map((step, place) => (
          <li key={step.label}>
            <StepCard step={step} place={place + 1} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function StepCard({ step, place }: { step: FirstStep; place: number }) {
  const newDashboard = useNewDashboard()
  const content = (
    <>
      <span className={classes.mark} data-done={step.isDone || undefined} aria-hidden="true">
        {step.isDone ? <IconCheck size={16} /> : place}
      </span>
      <span className={classes.words}>
        <span className={classes.label}>
          {step.label}
          {step.isDone && <span className="sx-visually-hidden"> {t('(done)')}</span>}
        </span>
        <span className={classes.hint}>{step.hint}</span>
      </span>
    </>
  )
  const chevron = <IconChevronRight size={18} className={classes.chevron} aria-hidden="true" />
  const { next } = step
  if (next === null || step.isDone) {
    return (
      <div className={classes.card} data-quiet="true">
        {content}
      </div>
    )
  }
  if (next === 'new-dashboard') {
    return (
      <UnstyledButton className={classes.card} onClick={() => newDashboard?.()}>
        {content}
        {chevron}
      </UnstyledButton>
    )
  }
  return (
    <Link to={next.page} {...(next.hash !== undefined && { hash: next.hash })} className={classes.card}>
      {content}
      {chevron}
    </Link>
  )
}
