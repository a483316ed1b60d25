/** Addresses of screens, and the page of the help about each; the first that fits. */
const pagesOfScreens: readonly (readonly [RegExp, string])[] = [
  [/^\/$/, 'home'],
  [/^\/queries\/(new|\d+\/source)$/, 'source-editor'],
  [/^\/queries\/\d+$/, 'query-page'],
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
  [/^\/admin\/events$/, 'events'],
  [/^\/admin\/(status|queries\/(jobs|outdated))$/, 'status'],
]

/** Where the help itself starts: for addresses that are no screen. */
const start = ''

/** The page of the help for the screen at an address. `isEditing`: a dashboard whose layout is being edited. */
export function helpPageOf(pathname: string, isEditing = false): string {
  const page = pagesOfScreens.find(([screen]) => screen.test(pathname))?.[1] ?? start
  return page === 'dashboard' && isEditing ? 'dashboard-editing' : page
}

/** What explains each kind of picture. */
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
