import { useMemo } from 'react'
import type { DataSource } from '#shared/data-sources/data-sources-api.ts'
import { usePermission } from '#web/session/use-session.ts'

/** View-only data sources are offered only if the query already uses one (docs/reference/screens.md#source-editor). */
export function useUsableSources(sources: readonly DataSource[], usedId: number | null): DataSource[] {
  const isAdmin = usePermission('admin')
  return useMemo(
    () => sources.filter((source) => isAdmin || source.view_only !== true || source.id === usedId),
    [sources, usedId, isAdmin],
  )
}
