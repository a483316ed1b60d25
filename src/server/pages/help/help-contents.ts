import { t } from '#shared/messages/translate.ts'

export interface HelpGroup {
  title: string
  /** names of its pages, in reading order; each is a file of docs/help */
  pages: readonly string[]
}

/** The start page, at `/help/`. */
export const helpStart = 'index'

/** The table of contents; previous and next links follow its order. */
export const helpContents: readonly HelpGroup[] = [
  { title: t('Start here'), pages: [helpStart, 'home', 'finding-things', 'shortcuts'] },
  {
    title: t('Queries'),
    pages: [
      'queries',
      'source-editor',
      'query-page',
      'parameters',
      'dynamic-dates',
      'results',
      'schedules',
      'snippets',
    ],
  },
  {
    title: t('Visualizations'),
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
    title: t('Dashboards'),
    pages: [
      'dashboards',
      'dashboard',
      'dashboard-editing',
      'dashboard-tabs',
      'dashboard-parameters',
      'dashboard-sharing',
    ],
  },
  { title: t('Alerts'), pages: ['alerts'] },
  { title: t('Sharing with others'), pages: ['embedding', 'permissions', 'api'] },
  {
    title: t('Running Sextant'),
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
      'status',
      'events',
    ],
  },
]
