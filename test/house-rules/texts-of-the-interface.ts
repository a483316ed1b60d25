import { globSync } from 'node:fs'

/** Rules in src/shared whose texts are visible in the web. The other texts go to programs. */
const sharedFiles = [
  'src/shared/config-form/form-fields.ts',
  'src/shared/format/bytes.ts',
  'src/shared/format/durations.ts',
  'src/shared/format/relative-time.ts',
  'src/shared/parameters/dynamic-names.ts',
  'src/shared/parameters/parameter-form.ts',
  'src/shared/queries/run-rules.ts',
  'src/shared/results/execution-step.ts',
  'src/shared/schedules/schedule-words.ts',
  'src/shared/schedules/time-until.ts',
]

/** Tests, and texts that only developers see. */
const noInterface =
  /\.test\.tsx?$|\.d\.ts$|-gallery\.ts$|gallery-case\.ts$|-suite\.ts$|-samples\.ts$|under-test\.tsx?$|sample-settings\.ts$|^src\/web\/(build|gallery)\//

/** The files whose texts come from the catalogue, in order. */
export function filesWithTexts(): string[] {
  const files = globSync('src/{web,visualizations}/**/*.{ts,tsx}').map((file) => file.replaceAll('\\', '/'))
  return [...files.filter((file) => !noInterface.test(file)), ...sharedFiles].sort()
}

/** Files that translate texts of others: of their callers, and of the table of errors. */
const computes = /\/(?:messages\/(?:translate|phrase)|errors\/refusal)\.ts$/

/** Where `t` may be called: the web, the rules it shares with the server, and the server's pages and mails. */
export function filesWithCalls(): string[] {
  const files = globSync('src/**/*.{ts,tsx}').map((file) => file.replaceAll('\\', '/'))
  return files.filter((file) => !noInterface.test(file) && !computes.test(file)).sort()
}

interface AllowedTexts {
  file: string
  /** `…` is the place of an inserted value */
  texts: readonly string[] | 'all'
  reason: string
}

const faultOfTheProgram = 'says what is wrong with the program, to those who write it'
const stored = 'is stored: the same in every language'

/** Texts that look like visible texts but are not. */
export const allowedTexts: readonly AllowedTexts[] = [
  {
    file: 'src/shared/parameters/parameter-form.ts',
    texts: ['value 1', 'value 2'],
    reason: 'sample values of a query',
  },
  { file: 'src/visualizations/chart/heatmap-scales.ts', texts: ['Custom...'], reason: stored },
  { file: 'src/visualizations/cohort/cohort-interval.ts', texts: 'all', reason: 'formats of dates' },
  { file: 'src/visualizations/cohort/cohort-options.ts', texts: ['Time', 'Users'], reason: stored },
  { file: 'src/visualizations/funnel/funnel-options.ts', texts: ['Value', 'Steps'], reason: stored },
  { file: 'src/visualizations/map/map-tiles.ts', texts: 'all', reason: 'names of services' },
  { file: 'src/visualizations/parts/color-names.ts', texts: 'all', reason: 'names of colors in CSS' },
  { file: 'src/visualizations/parts/colors.ts', texts: ['Redash'], reason: stored },
  { file: 'src/visualizations/parts/example-table.tsx', texts: ['null'], reason: 'the value of a database' },
  { file: 'src/visualizations/parts/html-boxes.ts', texts: 'all', reason: 'parts of names in CSS' },
  { file: 'src/visualizations/pivot/pivot-aggregators.ts', texts: 'all', reason: stored },
  { file: 'src/visualizations/pivot/pivot-options.ts', texts: 'all', reason: stored },
  {
    file: 'src/visualizations/registry.ts',
    texts: 'all',
    reason: 'names that new visualizations are stored under',
  },
  { file: 'src/web/api/call.ts', texts: ['The address … needs "…".'], reason: faultOfTheProgram },
  { file: 'src/web/app/navbar.tsx', texts: ['… K'], reason: 'names of keys' },
  { file: 'src/web/session/session-channel.ts', texts: ['Restore Session'], reason: 'the name of a window' },
  { file: 'src/web/app/shortcuts.ts', texts: ['Ctrl', 'Alt'], reason: 'names of keys' },
  {
    file: 'src/web/dashboards/versions/dashboard-changes.ts',
    texts: ['visualization …', 'text …'],
    reason: 'tells widgets apart',
  },
  {
    file: 'src/web/dashboards/widgets/planned-runner.ts',
    texts: ['there are no lists'],
    reason: faultOfTheProgram,
  },
  { file: 'src/web/dashboards/tab-changes.ts', texts: ['Overview'], reason: stored },
  { file: 'src/web/embed/main.tsx', texts: 'all', reason: faultOfTheProgram },
  { file: 'src/web/main.tsx', texts: 'all', reason: faultOfTheProgram },
  {
    file: 'src/web/organization/authentication-section.tsx',
    texts: ['example.com', 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'],
    reason: 'a domain, and a word of SAML',
  },
  { file: 'src/web/parameters/date-format.ts', texts: 'all', reason: 'formats of dates' },
  { file: 'src/web/public-dashboard/main.tsx', texts: 'all', reason: faultOfTheProgram },
  { file: 'src/web/queries/editor-pane.tsx', texts: ['LIMIT …'], reason: 'SQL' },
  { file: 'src/web/editor/completion/keywords.ts', texts: 'all', reason: 'words of SQL' },
  { file: 'src/web/editor/query-languages.ts', texts: 'all', reason: 'words of query languages' },
  { file: 'src/web/editor/quote-name.ts', texts: 'all', reason: 'words of SQL' },
  { file: 'src/web/editor/hive-dialect.ts', texts: 'all', reason: 'words of SQL' },
  { file: 'src/web/editor/further-dialects.ts', texts: 'all', reason: 'words of SQL' },
  { file: 'src/web/schedules/schedule-dialog.tsx', texts: ['Sunday'], reason: stored },
  { file: 'src/web/queries/versions/snapshot-changes.ts', texts: ['LIMIT …'], reason: 'SQL' },
]
