import { listUnsafeShares } from '#shared/dashboards/dashboards-api.ts'
import { plural, t } from '#shared/messages/translate.ts'
import { call } from '#web/api/call.ts'
import { notify } from '#web/ui/toast.tsx'

/**
 * After a user changes a query or adds it to a dashboard, warns if public dashboards no longer show its results.
 * Ignores a failed request: the change itself is already saved.
 */
export async function tellUnsafeShares(queryId: number): Promise<void> {
  const { dashboards, others } = await call(listUnsafeShares, { params: { id: queryId } }).catch(() => ({
    dashboards: [],
    others: 0,
  }))
  for (const { id, name, titles } of dashboards) {
    notify.warning(
      t('{titles} can be filled with any text. Give such parameters a static value there, or another type.', {
        titles: titles.join(', '),
      }),
      {
        title: t('Visitors of the public dashboard “{name}” no longer see this query', { name }),
        id: `unsafe-${id}`,
        duration: false,
      },
    )
  }
  if (others === 0) return
  notify.warning(
    plural(others, {
      one: 'Visitors of one public dashboard that you may not open no longer see this query.',
      other: 'Visitors of {count} public dashboards that you may not open no longer see this query.',
    }),
    { id: 'unsafe-others', duration: false },
  )
}
