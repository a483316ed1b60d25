import { queryOptions } from '@tanstack/react-query'
import { readDashboardOptions } from '#shared/dashboards/dashboard-options.ts'
import { type Dashboard, getDashboard } from '#shared/dashboards/dashboards-api.ts'
import { widgetKind } from '#shared/dashboards/widget-options.ts'
import type { Widget } from '#shared/dashboards/widgets-api.ts'
import { findVisualizationType } from '#visualizations/registry.ts'
import { call } from '#web/api/call.ts'
import { MarkdownContent } from '#web/markdown/markdown.tsx'
import { preloadParameters } from '#web/parameters/page-parameters.tsx'
import { TabList } from './dashboard-tabs.tsx'
import { runWidgets } from './run-widgets.ts'

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

/** Milliseconds; a connection that is slower than this shows the page without them. */
const patience = 2000

/**
 * Fetches what a dashboard shows besides pictures, so that it is drawn with the page: tabs, parameters and texts come before
 * the pictures, for the eye and for the Tab key.
 */
async function preloadControls({ widgets, options }: Pick<Dashboard, 'widgets' | 'options'>): Promise<void> {
  const shown = widgets ?? []
  const work: Promise<void>[] = []
  if (readDashboardOptions(options).tabs.length > 0) work.push(TabList.preload())
  if (shown.some((widget) => widgetKind(widget) === 'textbox')) work.push(MarkdownContent.preload())
  const types = new Set(runWidgets(shown).flatMap(({ parameters }) => parameters.map(({ type }) => type)))
  if (types.size > 0) work.push(preloadParameters(types))
  if (work.length === 0) return
  await Promise.race([Promise.all(work), new Promise((resolve) => setTimeout(resolve, patience))])
}
