import { formatBytes } from '#shared/format/bytes.ts'
import { type Finding, ok, warning } from './finding.ts'

/** Rows are PostgreSQL's estimate. */
export interface TableSize {
  rows: number
  bytes: number
}

type Work = 'rewrites' | 'indexes' | 'reads'

/** Bytes per second on a machine of two cores: an order of magnitude, and rather too slow than too fast. */
const pace: Readonly<Record<Work, number>> = { rewrites: 10e6, indexes: 25e6, reads: 150e6 }

/** Longer migrations deserve a quiet hour. */
const longSeconds = 10

const name = '([a-z_]+)'
/** Statements that touch the rows of a table; its name is the group. All others only change the catalog. */
const workOf: readonly (readonly [Work, RegExp])[] = [
  ['rewrites', new RegExp(`^update ${name}`)],
  ['rewrites', new RegExp(`^delete from ${name}`)],
  [
    'rewrites',
    new RegExp(
      `^alter table ${name}.*(?:\\btype\\b|default (?:gen_random_uuid|clock_timestamp)|generated always as (?!identity))`,
    ),
  ],
  ['indexes', new RegExp(`^create (?:unique )?index.* on ${name}`)],
  ['indexes', new RegExp(`^alter table ${name}.*add (?:constraint \\w+ )?(?:unique|primary key)`)],
  ['reads', new RegExp(`^alter table ${name}.*(?:add (?:constraint|check|foreign key)|set not null)`)],
  ['reads', new RegExp(`^insert into \\w+.*\\bfrom ${name}`)],
]

/** What a migration does to tables that exist already; it names each once for each kind of work. */
export function workOfMigration(sql: string): { work: Work; table: string }[] {
  const found = new Map<string, { work: Work; table: string }>()
  for (const statement of statementsOf(sql)) {
    for (const [work, pattern] of workOf) {
      const table = pattern.exec(statement)?.[1]
      if (table === undefined) continue
      found.set(`${work} ${table}`, { work, table })
      break
    }
  }
  return [...found.values()]
}

/** Statements on one line each, in small letters, without comments and without the bodies of functions. */
function statementsOf(sql: string): string[] {
  return sql
    .replace(/--.*$/gm, '')
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim().toLowerCase())
    .filter((statement) => statement !== '')
}

/** The comment that a migration begins with: what it is for. */
function purposeOf(sql: string): string {
  const [comment = ''] = /^(?:--.*\n)+/.exec(sql) ?? []
  return comment.replace(/^-- ?/gm, '').replace(/\s+/g, ' ').trim()
}

/** What the missing migrations will do, in their order, and how long that takes about. */
export function planUpgrade(
  missing: readonly { name: string; sql: string }[],
  sizes: ReadonlyMap<string, TableSize>,
): Finding[] {
  const steps = missing.map(({ name: file, sql }) => {
    const touched = workOfMigration(sql).flatMap(({ work, table }) => {
      const size = sizes.get(table)
      return size === undefined ? [] : [{ work, table, ...size }]
    })
    const seconds = touched.reduce((sum, { work, bytes }) => sum + bytes / pace[work], 0)
    return { name: file.replace(/\.sql$/, ''), purpose: purposeOf(sql), touched, seconds }
  })
  const total = steps.reduce((sum, { seconds }) => sum + seconds, 0)
  return [...steps.map(tellStep), tellTotal(missing.length, total)]
}

function tellStep({ name: step, purpose, touched, seconds }: Step): Finding {
  const works = touched
    .toSorted((one, other) => other.bytes - one.bytes)
    .map(({ work, table, rows, bytes }) => `${work} ${table} (${formatRows(rows)}, ${formatBytes(bytes)})`)
  const found = [
    purpose,
    ...(works.length === 0 ? ['No rows are touched.'] : [`It ${works.join(', ')}.`]),
  ].join(' ')
  const about = `${found} ${durationOf(seconds)}.`
  if (seconds <= longSeconds) return ok(step, about)
  return warning(step, about, 'During this time nobody can write to these tables: choose a quiet hour.')
}

interface Step {
  name: string
  purpose: string
  touched: ({ work: Work; table: string } & TableSize)[]
  seconds: number
}

function tellTotal(count: number, seconds: number): Finding {
  if (count === 0) return ok('upgrade', 'The database has the schema of this version: nothing will run.')
  const found = `${count} ${count === 1 ? 'migration' : 'migrations'} will run. ${durationOf(seconds)} in all.`
  return warning('upgrade', found, 'Back up first: sextant backup FILE. The steps: docs/deploy/upgrades.md')
}

const formatRows = (rows: number) => (rows < 0 ? 'never counted' : `about ${Math.round(rows)} rows`)

function durationOf(seconds: number): string {
  if (seconds < 1) return 'Less than a second'
  if (seconds < 120) return `About ${Math.round(seconds)} s`
  return `About ${Math.round(seconds / 60)} minutes`
}
