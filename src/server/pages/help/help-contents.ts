import { type Phrase, phrase } from '#shared/messages/phrase.ts'

export interface HelpGroup {
  title: Phrase
  /** names of its pages, in reading order; each is a file of docs/help */
  pages: readonly string[]
}

/** The start page, at `/help/`. */
export const helpStart = 'index'

/** The table of contents; previous and next links follow its order. */
export const helpContents: readonly HelpGroup[] = [
  { title: phrase('Start here'), pages: [helpStart, 'home', 'finding-things', 'shortcuts'] },
  {
    title: phrase('Queries'),
    pages: [
      'queries',
      'source-editor',
      'runs',
      'query-page',
      'parameters',
      'dynamic-dates',
      'results',
      'schedules',
      'snippets',
    ],
  },
  {
    title: phrase('Visualizations'),
    pages: [
      'visualizations',
      'table',
      'chart',
      'heatmap',
      'box-plot',
      'custom-chart',
      'counter',
      'pivot',
      'maps',
      'cohort-funnel-sankey-sunburst',
      'word-cloud',
      'details',
    ],
  },
  {
    title: phrase('Dashboards'),
    pages: [
      'dashboards',
      'dashboard',
      'dashboard-editing',
      'dashboard-tabs',
      'dashboard-parameters',
      'dashboard-sharing',
    ],
  },
  { title: phrase('Alerts'), pages: ['alerts'] },
  { title: phrase('Sharing with others'), pages: ['embedding', 'permissions', 'api'] },
  {
    title: phrase('Running Sextant'),
    pages: [
      'logging-in',
      'account',
      'data-sources',
      'users',
      'groups',
      'destinations',
      'deliveries',
      'general-settings',
      'administration',
      'content-in-git',
      'moving-from-redash',
      'moving-from-metabase',
      'status',
      'events',
    ],
  },
]
