/** Addresses of screens and their help pages; the first match wins. */
const pagesOfScreens: readonly (readonly [RegExp, string])[] = [
  [/^\/$/, 'home'],
  [/^\/queries\/(new|\d+\/source)$/, 'source-editor'],
  [/^\/queries\/\d+$/, 'query-page'],
  [/^\/queries\/runs$/, 'runs'],
  [/^\/queries(\/(my|favorites|archive))?$/, 'queries'],
  [/^\/dashboards(\/(my|favorites))?$/, 'dashboards'],
  [/^\/dashboards?\/[^/]+$/, 'dashboard'],
  [/^\/alerts(\/|$)/, 'alerts'],
  [/^\/data_sources(\/|$)/, 'data-sources'],
  [/^\/destinations\/deliveries$/, 'deliveries'],
  [/^\/destinations(\/|$)/, 'destinations'],
  [/^\/query_snippets(\/|$)/, 'snippets'],
  [/^\/users\/me$/, 'account'],
  [/^\/users(\/|$)/, 'users'],
  [/^\/groups(\/|$)/, 'groups'],
  [/^\/settings\/general$/, 'general-settings'],
  [/^\/settings\/git-sync$/, 'content-in-git'],
  [/^\/admin\/events$/, 'events'],
  [/^\/admin\/(status|queries\/(jobs|outdated))$/, 'status'],
]

/** The start page of the help, for addresses that are no screen. */
const start = ''

/** The help page for the screen at an address. `isEditing`: a dashboard in edit mode. */
export function helpPageOf(pathname: string, isEditing = false): string {
  const page = pagesOfScreens.find(([screen]) => screen.test(pathname))?.[1] ?? start
  return page === 'dashboard' && isEditing ? 'dashboard-editing' : page
}

/** The help page of each type of visualization. */
const pagesOfVisualizations: Readonly<Record<string, string>> = {
  BOXPLOT: 'box-plot',
  CHART: 'chart',
  CHOROPLETH: 'maps',
  COHORT: 'cohort-funnel-sankey-sunburst',
  COUNTER: 'counter',
  DETAILS: 'details',
  FUNNEL: 'cohort-funnel-sankey-sunburst',
  MAP: 'maps',
  PIVOT: 'pivot',
  SANKEY: 'cohort-funnel-sankey-sunburst',
  SUNBURST_SEQUENCE: 'cohort-funnel-sankey-sunburst',
  TABLE: 'table',
  WORD_CLOUD: 'word-cloud',
}

export function helpPageOfVisualization(type: string): string {
  return pagesOfVisualizations[type] ?? 'visualizations'
}
