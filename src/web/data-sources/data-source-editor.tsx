import { Button, Skeleton, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import {
  type DataSource,
  type DataSourceDetail,
  type DataSourceType,
  deleteDataSource,
  pauseDataSource,
  resumeDataSource,
  saveDataSource,
  testDataSource,
} from '#shared/data-sources/data-sources-api.ts'
import { t } from '#shared/messages/translate.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { ConfigEditor } from '#web/config-form/config-editor.tsx'
import type { NamedFormValues } from '#web/config-form/named-form.tsx'
import { type ConfigActs, useConfigActs } from '#web/config-form/use-config-acts.ts'
import { groupsQuery } from '#web/permissions/group-queries.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/toast.tsx'
import classes from './data-source-editor.module.css'
import { DataSourceHelp } from './data-source-help.tsx'
import { dataSourcesQuery } from './data-source-queries.ts'
import { dataSourceQuery } from './data-source-query.ts'
import { Limits, limitFields, toLimits } from './limits.tsx'

const failureToast = 10_000

/** Form, connection test and deletion, with groups and pausing beside them. */
export function DataSourceEditor({ source, type }: { source: DataSourceDetail; type: DataSourceType }) {
  const acts = useConfigActs()
  const client = useQueryClient()
  const askToDelete = useDeletion(source)
  const more = useMemo(
    () => ({
      fields: limitFields(source.limits),
      show: (form: Parameters<typeof Limits>[0]['form'], disabled: boolean) => (
        <Limits form={form} disabled={disabled} />
      ),
    }),
    [source.limits],
  )
  const stored = useMemo(() => ({ name: source.name, options: source.options ?? {} }), [source])

  const save = async ({ name, options, more: limits }: NamedFormValues) => {
    const body = { name, options, limits: toLimits(limits), type: source.type }
    const saved = await call(saveDataSource, { params: { id: source.id }, body })
    client.setQueryData(dataSourceQuery(source.id).queryKey, saved)
    void client.invalidateQueries({ queryKey: dataSourcesQuery.queryKey })
  }

  return (
    <ConfigEditor
      formId="data-source"
      type={type}
      stored={stored}
      more={more}
      help={<DataSourceHelp />}
      acts={acts}
      save={save}
      remove={() => askToDelete(acts)}
      testLabel={t('Test Connection')}
      test={() => testConnection(source.id)}
      side={<DataSourceSide source={source} />}
      sideLabel={t('Access and state')}
    />
  )
}

/** Which groups may use the data source, and whether it responds now. */
function DataSourceSide({ source }: { source: DataSourceDetail }) {
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

/** Asks, deletes, and goes back to the list. */
function useDeletion({ id, name }: DataSourceDetail): (acts: ConfigActs) => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (acts) => {
    if (!(await confirmDeletion(name))) return
    await acts.remove(async () => {
      await call(deleteDataSource, { params: { id } })
      await client.invalidateQueries({ queryKey: dataSourcesQuery.queryKey })
      notify.success(t('Data source deleted successfully.'))
      await navigate({ to: '/data_sources', ignoreBlocker: true })
    }, t('Failed deleting the data source.'))
  }
}

function confirmDeletion(name: string): Promise<boolean> {
  return confirm({
    title: t('Delete Data Source'),
    message: t(
      'Are you sure you want to delete “{name}”? Its queries stay, but they can no longer run, and their results are deleted.',
      { name },
    ),
    confirmLabel: t('Delete'),
    danger: true,
  })
}

/** Tests the stored settings and reports the outcome (docs/reference/screens-administration.md#saving-and-testing). */
async function testConnection(id: number): Promise<void> {
  const failed = (message: string) =>
    notify.error(message, { title: t('Connection Test Failed:'), duration: failureToast })
  try {
    const { ok, message } = await call(testDataSource, { params: { id } })
    if (ok) notify.success(t('Success'))
    else failed(message)
  } catch {
    notify.error(t('Unknown error occurred while performing connection test. Please try again later.'), {
      duration: failureToast,
    })
  }
}
