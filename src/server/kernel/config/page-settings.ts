import { day, hour, minute, type Settings } from './setting.ts'
import * as kind from './setting-kinds.ts'

/** What pages offer. */
export const pageSettings = {
  queryRefreshIntervals: {
    env: 'SEXTANT_QUERY_REFRESH_INTERVALS',
    kind: kind.integerList(minute, 366 * day, 'seconds'),
    default: [
      ...[minute, 5 * minute, 10 * minute, 15 * minute, 30 * minute],
      ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((hours) => hours * hour),
      ...[day, 7 * day, 14 * day, 30 * day],
    ],
    about: 'Refresh intervals that the schedule of a query offers.',
  },
  dashboardRefreshIntervals: {
    env: 'SEXTANT_DASHBOARD_REFRESH_INTERVALS',
    kind: kind.integerList(1, 366 * day, 'seconds'),
    default: [minute, 5 * minute, 10 * minute, 30 * minute, hour, 12 * hour, day],
    about: 'Refresh intervals that a dashboard offers.',
  },
  pageSize: {
    env: 'SEXTANT_PAGE_SIZE',
    kind: kind.integer(1, 250),
    default: 20,
    about: 'Rows on one page of a list, until the user picks another size.',
  },
  pageSizeOptions: {
    env: 'SEXTANT_PAGE_SIZE_OPTIONS',
    kind: kind.integerList(1, 250),
    default: [5, 10, 20, 50, 100],
    about: 'Page sizes that lists offer.',
  },
  tableCellMaxJsonSize: {
    env: 'SEXTANT_TABLE_CELL_MAX_JSON_SIZE',
    kind: kind.integer(0, 100_000_000, 'characters'),
    default: 50_000,
    about: 'Longest JSON text that a table cell shows as a tree; a longer one is shown as text.',
  },
  allowCustomJsVisualizations: {
    env: 'SEXTANT_ALLOW_CUSTOM_JS_VISUALIZATIONS',
    kind: kind.boolean,
    default: false,
    about:
      'Whether charts may be drawn by JavaScript that people write. It runs in a frame that sees the data of its chart and nothing else, and may load and send nothing. Code that leads its frame to another site is stopped by the browser, which may have looked up the name of that site and connected to it before: code of people whom you do not trust with the data of the chart can tell it that way, a few characters at a time.',
  },
  autoPublishNamedQueries: {
    env: 'SEXTANT_AUTO_PUBLISH_NAMED_QUERIES',
    kind: kind.boolean,
    default: true,
    about: 'Whether a new query is published as soon as it gets a name.',
  },
  allowParametersInEmbeds: {
    env: 'SEXTANT_ALLOW_PARAMETERS_IN_EMBEDS',
    kind: kind.boolean,
    default: false,
    about:
      'Deprecated and without effect: embeds take every parameter that is safe anyway; while it is true, admins are told to remove it.',
  },
} satisfies Partial<Settings>
