import { listDashboardTags } from '#shared/dashboards/dashboards-api.ts'
import { call } from '#web/api/call.ts'

/** The tags of all dashboards, most used first. */
export async function loadDashboardTags(signal: AbortSignal): Promise<string[]> {
  const { tags } = await call(listDashboardTags, { signal })
  return [...tags].sort((a, b) => b.count - a.count).map(({ name }) => name)
}
