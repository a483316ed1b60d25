import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  type DataSourceDetail,
  deleteDataSource,
  saveDataSource,
  testDataSource,
} from '#shared/data-sources/data-sources-api.ts'
import { t } from '#shared/messages/translate.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/toast.tsx'
import type { DataSourceFormValues } from './data-source-form.tsx'
import { dataSourceQuery, dataSourcesQuery } from './data-source-queries.ts'

const failureToast = 10_000

/** Save, test, delete, one at a time, with the messages of part 2 section 8. */
export function useDataSourceActs(source: DataSourceDetail, onSaved: () => void) {
  const [working, setWorking] = useState<'none' | 'saving' | 'testing' | 'deleting'>('none')
  const client = useQueryClient()
  const navigate = useNavigate()

  const save = async (values: DataSourceFormValues) => {
    setWorking('saving')
    try {
      const body = { ...values, type: source.type }
      const saved = await call(saveDataSource, { params: { id: source.id }, body })
      client.setQueryData(dataSourceQuery(source.id).queryKey, saved)
      void client.invalidateQueries({ queryKey: dataSourcesQuery.queryKey })
      onSaved()
      notify.success(t('Saved.'))
    } catch (error) {
      notify.error(messageOf(error, t('Failed saving.')))
    } finally {
      setWorking('none')
    }
  }

  const test = async () => {
    setWorking('testing')
    await testConnection(source.id)
    setWorking('none')
  }

  const remove = async () => {
    if (!(await confirmDeletion(source.name))) return
    setWorking('deleting')
    try {
      await call(deleteDataSource, { params: { id: source.id } })
      await client.invalidateQueries({ queryKey: dataSourcesQuery.queryKey })
      notify.success(t('Data source deleted successfully.'))
      await navigate({ to: '/data_sources', ignoreBlocker: true })
    } catch (error) {
      notify.error(messageOf(error, t('Failed deleting the data source.')))
      setWorking('none')
    }
  }

  return { working, save, test, remove }
}

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
