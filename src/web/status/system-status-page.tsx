import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { formatBytes } from '#shared/format/bytes.ts'
import type { ReplyOf } from '#shared/http/endpoint.ts'
import { locale, t } from '#shared/messages/translate.ts'
import type { getStatus } from '#shared/status/status-api.ts'
import { lazy } from '#web/ui/lazy.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { CardsSkeleton } from '#web/ui/skeletons.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import { usePageTitle } from '#web/ui/use-page-title.ts'
import { ofEpoch } from './of-epoch.ts'
import classes from './status.module.css'
import { StatusFailure } from './status-failure.tsx'
import { statusQuery } from './status-queries.ts'

/** Lazy, because it is rarely needed: the alert would otherwise load with every page. */
const StorageWarnings = lazy(() =>
  import('./storage-warnings.tsx').then((module) => ({ default: module.StorageWarnings })),
)

type Status = ReplyOf<typeof getStatus>

/** /admin/status: figures of the whole instance. */
export function SystemStatusPage() {
  usePageTitle(t('System Status'))
  const status = useQuery(statusQuery)
  return (
    <>
      <PageHeader
        title={t('System Status')}
        description={t('What this instance contains, and its health.')}
      />
      <StatusFailure error={status.error} onRetry={() => void status.refetch()} />
      {status.isPending && <CardsSkeleton cards={4} height={220} />}
      {status.data !== undefined && <Blocks status={status.data} />}
    </>
  )
}

function Blocks({ status }: { status: Status }) {
  return (
    <>
      <Suspense>
        {status.storage !== undefined && status.storage.warnings.length > 0 && (
          <StorageWarnings storage={status.storage} />
        )}
      </Suspense>
      <div className={classes.blocks}>
        <Block title={t('General')} facts={generalFacts(status)} />
        <Block title={t('Manager')} facts={managerFacts(status)} />
        <Block
          title={t('Queues')}
          facts={Object.entries(status.manager.queues).map(([name, { size }]) => [name, numberOf(size)])}
        />
        <Block
          title={t('Sextant Database')}
          facts={status.database_metrics.metrics.map(([name, bytes]) => [
            metricName(name),
            formatBytes(bytes),
          ])}
        />
        {status.storage !== undefined && (
          <Block title={t('Room for Results')} facts={storageFacts(status.storage)} />
        )}
      </div>
    </>
  )
}

type Fact = readonly [label: string, value: ReactNode]

/** A server may leave counts out (docs/reference/api-administration.md#system-status). */
function generalFacts(status: Status): Fact[] {
  const counts: [string, number | undefined][] = [
    [t('Workers'), status.workers.length],
    [t('Users'), status.users_count],
    [t('Data Sources'), status.data_sources_count],
    [t('Queries'), status.queries_count],
    [t('Query Results'), status.query_results_count],
    [t('Unused Query Results'), status.unused_query_results_count],
    [t('Dashboards'), status.dashboards_count],
    [t('Widgets'), status.widgets_count],
    [t('Alerts'), status.alerts_count],
  ]
  return [
    [t('Version'), status.version],
    ...counts.flatMap(([label, count]): Fact[] => (count === undefined ? [] : [[label, numberOf(count)]])),
  ]
}

function storageFacts({ free, reserve, results, quota }: NonNullable<Status['storage']>): Fact[] {
  return [
    [
      t('Stored results, compressed'),
      t('{size} of {quota}', { size: formatBytes(results), quota: formatBytes(quota) }),
    ],
    [t('Free on the disk'), free === null ? t('Unknown') : formatBytes(free)],
    [t('Kept free'), formatBytes(reserve)],
  ]
}

/** Empty until the scheduler has run for the first time. */
function managerFacts({ manager }: Status): Fact[] {
  const { started_at, last_refresh_at, outdated_queries_count } = manager
  if (started_at === undefined) return []
  return [
    [t('Last Refresh Started'), <TimeAgo key="started" date={ofEpoch(started_at)} />],
    [t('Last Refresh'), <TimeAgo key="refreshed" date={ofEpoch(last_refresh_at)} />],
    [t('Outdated Queries'), numberOf(Number(outdated_queries_count))],
  ]
}

function metricName(name: string): string {
  if (name === 'Query Results Size') return t('Query Results Size')
  return name === 'Sextant DB Size' ? t('Sextant DB Size') : name
}

const numberOf = (count: number) => count.toLocaleString(locale)

function Block({ title, facts }: { title: string; facts: readonly Fact[] }) {
  return (
    <section className={classes.block} aria-label={title}>
      <h2 className={classes.blockTitle}>{title}</h2>
      {facts.length === 0 ? (
        <p className={classes.quiet}>{t('No data')}</p>
      ) : (
        <dl className={classes.facts}>
          {facts.map(([label, value]) => (
            <div key={label} className={classes.fact}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
