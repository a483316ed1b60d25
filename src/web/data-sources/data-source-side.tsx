import { Button, Skeleton, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type DataSource,
  type DataSourceDetail,
  pauseDataSource,
  resumeDataSource,
} from '#shared/data-sources/data-sources-api.ts'
import { t } from '#shared/messages/translate.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { groupsQuery } from '#web/permissions/group-queries.ts'
import { notify } from '#web/ui/toast.tsx'
import { dataSourcesQuery } from './data-source-queries.ts'
import { dataSourceQuery } from './data-source-query.ts'
import classes from './data-source-side.module.css'

/** Which groups may use the data source, and whether it responds now. */
export function DataSourceSide({ source }: { source: DataSourceDetail }) {
  return (
    <>
      <section>
        <h2>{t('State')}</h2>
        <Pausing source={source} />
      </section>
      <section>
        <h2>{t('Groups')}</h2>
        <GroupAccess groups={source.groups ?? {}} />
      </section>
    </>
  )
}

function Pausing({ source }: { source: DataSourceDetail }) {
  const [reason, setReason] = useState('')
  const [working, setWorking] = useState(false)
  const client = useQueryClient()
  const paused = source.paused !== 0

  const toggle = async () => {
    setWorking(true)
    try {
      const answer: DataSource = paused
        ? await call(resumeDataSource, { params: { id: source.id } })
        : await call(pauseDataSource, {
            params: { id: source.id },
            query: {},
            body: { reason: reason || null },
          })
      const { paused: now, pause_reason } = answer
      client.setQueryData(dataSourceQuery(source.id).queryKey, { ...source, paused: now, pause_reason })
      void client.invalidateQueries({ queryKey: dataSourcesQuery.queryKey })
      setReason('')
      notify.success(
        paused
          ? t('{name} is running again.', { name: source.name })
          : t('{name} is paused.', { name: source.name }),
      )
    } catch (error) {
      notify.error(messageOf(error, paused ? t('Failed resuming.') : t('Failed pausing.')))
    } finally {
      setWorking(false)
    }
  }

  if (paused) {
    return (
      <>
        <p>
          {source.pause_reason === null || source.pause_reason === ''
            ? t('Paused. Queries on it do not run.')
            : t('Paused: {reason}. Queries on it do not run.', { reason: source.pause_reason })}
        </p>
        <Button variant="default" size="xs" loading={working} onClick={() => void toggle()}>
          {t('Resume')}
        </Button>
      </>
    )
  }
  return (
    <>
      <p>{t('Running. While it is paused, its queries are refused with the reason given here.')}</p>
      <TextInput
        aria-label={t('Reason for the pause')}
        placeholder={t('Reason (optional)')}
        maxLength={1000}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        mb="xs"
      />
      <Button variant="default" size="xs" loading={working} onClick={() => void toggle()}>
        {t('Pause')}
      </Button>
    </>
  )
}

/** Group id -> view only. */
function GroupAccess({ groups }: { groups: Readonly<Record<string, boolean>> }) {
  const { data, isPending } = useQuery(groupsQuery)
  const names = new Map((data ?? []).map((group) => [String(group.id), group.name]))
  const entries = Object.entries(groups)
  if (entries.length === 0) return <p>{t('No group may use it; only admins can.')}</p>
  return (
    <ul className={classes.groups}>
      {entries.map(([id, viewOnly]) => (
        <li key={id}>
          {isPending ? (
            <Skeleton height={14} width={90} mt={4} />
          ) : (
            <span>{names.get(id) ?? t('Group {id}', { id })}</span>
          )}
          <span className={classes.access}>{viewOnly ? t('View Only') : t('Full Access')}</span>
        </li>
      ))}
    </ul>
  )
}
