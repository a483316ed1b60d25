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
 * A stored dashboard. The page works on a copy: fetched when the page opens (`isFetchedAfterMount`), then never
 * refetched while the user works on it.
 */
export function storedDashboard(id: number) {
  return queryOptions({
    queryKey: ['dashboard', id],
    queryFn: async ({ signal }) => {
      const dashboard = await call(getDashboard, { params: { id_or_slug: String(id) }, signal })
      loadRenderers(dashboard.widgets ?? [])
      await preloadControls(dashboard)
      return dashboard
    },
    staleTime: 0,
    refetchOnMount: 'always',
    gcTime: 0,
    refetchOnReconnect: false,
    // fail when offline, so that the page can say so
    networkMode: 'always',
    throwOnError: true,
  })
}

/** Loads the renderers of these widgets while their results load. A failure surfaces when a widget is drawn. */
function loadRenderers(widgets: readonly Widget[]): void {
  for (const type of new Set(widgets.flatMap(({ visualization }) => visualization?.type ?? []))) {
    findVisualizationType(type)
      ?.load()
      .catch(() => undefined)
  }
}

/** Looks up a dashboard by the slug of an old address. */
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

/** Milliseconds; after this, the page is shown without these parts. */
const patience = 2000

/**
 * Loads the controls of a dashboard so that they appear with the page: tabs, parameters and texts come before
 * visualizations, on the screen and in tab order.
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
