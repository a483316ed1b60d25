import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type DataSourceDetail, deleteDataSource } from '#shared/data-sources/data-sources-api.ts'
import { t } from '#shared/messages/translate.ts'
import { call } from '#web/api/call.ts'
import type { ConfigActs } from '#web/config-form/use-config-acts.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/toast.tsx'
import { dataSourcesQuery } from './data-source-queries.ts'

/** Asks, deletes, and goes back to the list. */
export function useDeletion({ id, name }: DataSourceDetail): (acts: ConfigActs) => Promise<void> {
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
