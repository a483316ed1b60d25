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
    about: 'Refresh intervals offered for the schedule of a query.',
  },
  dashboardRefreshIntervals: {
    env: 'SEXTANT_DASHBOARD_REFRESH_INTERVALS',
    kind: kind.integerList(1, 366 * day, 'seconds'),
    default: [minute, 5 * minute, 10 * minute, 30 * minute, hour, 12 * hour, day],
    about: 'Refresh intervals offered on a dashboard.',
  },
  pageSize: {
    env: 'SEXTANT_PAGE_SIZE',
    kind: kind.integer(1, 250),
    default: 20,
    about: 'Rows per page of a list, until the user chooses another size.',
  },
  pageSizeOptions: {
    env: 'SEXTANT_PAGE_SIZE_OPTIONS',
    kind: kind.integerList(1, 250),
    default: [5, 10, 20, 50, 100],
    about: 'Page sizes offered in lists.',
  },
  tableCellMaxJsonSize: {
    env: 'SEXTANT_TABLE_CELL_MAX_JSON_SIZE',
    kind: kind.integer(0, 100_000_000, 'characters'),
    default: 50_000,
    about: 'Maximum length of a JSON text that a table cell shows as a tree; longer ones are shown as text.',
  },
  allowCustomJsVisualizations: {
    env: 'SEXTANT_ALLOW_CUSTOM_JS_VISUALIZATIONS',
    kind: kind.boolean,
    default: false,
    about:
      'Whether users may write JavaScript that draws charts. It runs in a frame that sees only the data of its chart, and can neither load nor send anything. If the code navigates its frame to another site, the browser blocks this, but may look up and connect to that host first. So code from untrusted users could leak the data of the chart, a few characters at a time.',
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
      'Deprecated, without effect: embeds always accept safe parameters. While it is true, admins see a notice to remove it.',
  },
} satisfies Partial<Settings>
