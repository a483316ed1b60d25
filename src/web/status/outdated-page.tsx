import { Alert, Anchor, Switch } from '@mantine/core'
import { IconClockExclamation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatRuntime } from '#shared/format/durations.ts'
import type { ReplyOf } from '#shared/http/endpoint.ts'
import { locale, t } from '#shared/messages/translate.ts'
import { scheduleInWords } from '#shared/schedules/schedule-words.ts'
import type { getOutdatedQueries, OutdatedQuery } from '#shared/status/status-api.ts'
import { localZone } from '#web/schedules/local-zone.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import type { RowsColumn } from '#web/ui/rows-table.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { StateLabel } from '#web/ui/state-label.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import { usePageTitle } from '#web/ui/use-page-title.ts'
import { ofEpoch } from './of-epoch.ts'
import { PagedTable } from './paged-table.tsx'
import classes from './status.module.css'
import { StatusFailure } from './status-failure.tsx'
import { outdatedQuery } from './status-queries.ts'

type Outdated = ReplyOf<typeof getOutdatedQueries>

/** /admin/queries/outdated: queries whose schedule requires a newer result than they have. */
export function OutdatedQueriesPage() {
  usePageTitle(t('Outdated Queries'))
  const [updates, setUpdates] = useState(true)
  const outdated = useQuery(outdatedQuery(updates))
  return (
    <>
      <PageHeader
        title={t('Outdated Queries')}
        description={t('Queries that are due by their schedule, or whose scheduled run has not ended yet.')}
        actions={
          <div className={classes.updates}>
            <span className={classes.quiet} role="status">
              {t('Last updated:')} <TimeAgo date={ofEpoch(outdated.data?.updated_at)} />
            </span>
            <Switch
              label={t('Auto update')}
              checked={updates}
              onChange={(event) => setUpdates(event.currentTarget.checked)}
            />
          </div>
        }
      />
      <StatusFailure error={outdated.error} onRetry={() => void outdated.refetch()} />
      {outdated.isPending && <TableSkeleton rows={7} />}
      {outdated.data !== undefined && (
        <>
          <WhyNothingRuns outdated={outdated.data} />
          <OutdatedTable outdated={outdated.data} />
        </>
      )}
    </>
  )
}

/** Workers check every 15 seconds; after this silence, something is wrong. */
const silentMilliseconds = 120_000

function WhyNothingRuns({ outdated }: { outdated: Outdated }) {
  const { refreshes_queries, last_refresh_at, updated_at } = outdated
  const silent = (Number(updated_at) - Number(last_refresh_at ?? 0)) * 1000 > silentMilliseconds
  if (refreshes_queries && !silent) return null
  return (
    <Alert color="yellow" variant="light" mb="md" icon={<IconClockExclamation size={18} />}>
      {refreshes_queries
        ? t('No worker has recently checked which queries are due. Is a worker process running?')
        : t('Scheduled runs are switched off on this instance (SEXTANT_REFRESH_QUERIES).')}
    </Alert>
  )
}

const columns: readonly RowsColumn<OutdatedQuery>[] = [
  { key: 'id', label: t('ID'), cell: ({ id }) => id },
  {
    ...{ key: 'name', label: t('Name'), className: classes.words, isLine: true },
    cell: (query) => <OutdatedName query={query} />,
  },
  {
    ...{ key: 'created_by', label: t('Created By') },
    cell: ({ user: { name } }) => (
      <span className={classes.person}>
        <Avatar name={name} />
        <span className={classes.words}>{name}</span>
      </span>
    ),
  },
  { key: 'created_at', label: t('Created At'), cell: ({ created_at }) => <TimeAgo date={created_at} /> },
  {
    ...{ key: 'runtime', label: t('Runtime') },
    cell: ({ runtime }) => (runtime === null ? '–' : formatRuntime(runtime)),
  },
  {
    ...{ key: 'retrieved_at', label: t('Last Executed At') },
    cell: ({ retrieved_at }) => <TimeAgo date={retrieved_at} none={t('Never')} />,
  },
  {
    ...{ key: 'schedule', label: t('Update Schedule') },
    cell: ({ schedule }) => scheduleInWords(schedule, { zone: localZone, now: new Date() }),
  },
]

function OutdatedTable({ outdated: { queries, count } }: { outdated: Outdated }) {
  return (
    <>
      <PagedTable
        label={t('Outdated Queries')}
        columns={columns}
        rows={queries}
        keyOf={({ id }) => id}
        minWidth={900}
        empty={t('There are no outdated queries.')}
      />
      {count > queries.length && (
        <p className={classes.quiet}>
          {t('The newest {shown} of {count} are listed.', {
            shown: queries.length.toLocaleString(locale),
            count: count.toLocaleString(locale),
          })}
        </p>
      )}
    </>
  )
}

function OutdatedName({ query: { id, name, is_draft, tags } }: { query: OutdatedQuery }) {
  return (
    <>
      <Anchor component={Link} to={`/queries/${id}`} size="sm">
        {name}
      </Anchor>{' '}
      {is_draft && <StateLabel>{t('Unpublished')}</StateLabel>}
      {tags.map((tag) => (
        <span key={tag} className={classes.tag}>
          {tag}
        </span>
      ))}
    </>
  )
}
