import { queryOptions } from '@tanstack/react-query'
import { getDashboard } from '#shared/dashboards/dashboards-api.ts'
import type { Widget } from '#shared/dashboards/widgets-api.ts'
import { findVisualizationType } from '#visualizations/registry.ts'
import { call } from '#web/api/call.ts'
import { preloadControls } from './preload-controls.ts'

/**
 * A stored dashboard. The page works on a copy of it: read anew when the page opens (`isFetchedAfterMount`), then never
 * refetched under the user's hands.
 */
export function storedDashboard(id: number) {
  return queryOptions({
    queryKey: ['dashboard', id],
    queryFn: async ({ signal }) => {
      const dashboard = await call(getDashboard, { params: { id_or_slug: String(id) }, signal })
      loadPictures(dashboard.widgets ?? [])
      await preloadControls(dashboard)
      return dashboard
    },
    staleTime: 0,
    refetchOnMount: 'always',
    gcTime: 0,
    refetchOnReconnect: false,
    // without a connection the page says so, rather than waiting without a word
    networkMode: 'always',
    throwOnError: true,
  })
}

/** Fetches what draws these widgets while their results are on the way; a failure shows itself when one is drawn. */
function loadPictures(widgets: readonly Widget[]): void {
  for (const type of new Set(widgets.flatMap(({ visualization }) => visualization?.type ?? []))) {
    findVisualizationType(type)
      ?.load()
      .catch(() => undefined)
  }
}

/** By the slug of old addresses. */
export function dashboardBySlug(slug: string) {
  return queryOptions({
    queryKey: ['dashboard', 'slug', slug],
    queryFn: ({ signal }) =>
      call(getDashboard, { params: { id_or_slug: slug }, query: { legacy: '' }, signal }),
    staleTime: 0,
    gcTime: 0,
    networkMode: 'always',
    throwOnError: true,
  })
}
