import { readDashboardOptions } from '#shared/dashboards/dashboard-options.ts'
import type { Dashboard } from '#shared/dashboards/dashboards-api.ts'
import { widgetKind } from '#shared/dashboards/widget-options.ts'
import { MarkdownContent } from '#web/markdown/markdown.tsx'
import { preloadParameters } from '#web/parameters/page-parameters.tsx'
import { TabList } from './dashboard-tabs.tsx'
import { runWidgets } from './run-widgets.ts'

/** Milliseconds: a slow connection shows the page without them. */
const patience = 300

/**
 * Fetches what a dashboard shows besides pictures, so that it is drawn with the page: tabs, parameters and texts come before
 * the pictures, for the eye and for the Tab key.
 */
export async function preloadControls({
  widgets,
  options,
}: Pick<Dashboard, 'widgets' | 'options'>): Promise<void> {
  const shown = widgets ?? []
  const work: Promise<void>[] = []
  if (readDashboardOptions(options).tabs.length > 0) work.push(TabList.preload())
  if (shown.some((widget) => widgetKind(widget) === 'textbox')) work.push(MarkdownContent.preload())
  const types = new Set(runWidgets(shown).flatMap(({ parameters }) => parameters.map(({ type }) => type)))
  if (types.size > 0) work.push(preloadParameters(types))
  if (work.length === 0) return
  await Promise.race([Promise.all(work), new Promise((resolve) => setTimeout(resolve, patience))])
}
