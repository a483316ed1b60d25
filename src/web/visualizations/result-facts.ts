import { columnKind } from '#visualizations/parts/column-kind.ts'
import type { VisualizationData } from '#visualizations/visualization.ts'

/** A column as suggestions see it. */
export interface ColumnFacts {
  name: string
  kind: 'date' | 'number' | 'text'
  /** different values in the first rows, and the cells that have any */
  distinct: number
  filled: number
  values: readonly unknown[]
}

/** What the first rows of a result say about it. */
export interface ResultFacts {
  rows: number
  columns: readonly ColumnFacts[]
  dates: readonly ColumnFacts[]
  texts: readonly ColumnFacts[]
  /** without keys of tables, unless there are no others */
  numbers: readonly ColumnFacts[]
}

const sample = 500
const keyName = /^id$|_id$|[a-z]Id$/

export function factsOf(data: VisualizationData): ResultFacts {
  const columns = data.columns.flatMap((column): ColumnFacts[] => {
    const values = data.rows
      .slice(0, sample)
      .map((row) => row[column.name])
      .filter((value) => value !== null && value !== undefined && value !== '')
    const kind = columnKind(column, data)
    if (kind === 'empty') return []
    const isYear = /^year$/i.test(column.name) && values.length > 0 && values.every(Number.isInteger)
    const distinct = new Set(values.map(comparable)).size
    return [{ name: column.name, kind: isYear ? 'date' : kind, distinct, filled: values.length, values }]
  })
  const of = (kind: ColumnFacts['kind']) => columns.filter((column) => column.kind === kind)
  const measured = of('number').filter(({ name }) => !keyName.test(name))
  return {
    rows: Math.min(sample, data.rows.length),
    columns,
    dates: of('date'),
    texts: of('text'),
    numbers: measured.length > 0 ? measured : of('number'),
  }
}

/** Dates and JSON are objects: equal ones count once. */
function comparable(value: unknown): unknown {
  return typeof value === 'object' ? JSON.stringify(value) : value
}

/** Few values that repeat or stand for a group each: a legend or an axis can name them. */
export function isCategory({ distinct }: ColumnFacts): boolean {
  return distinct > 1 && distinct <= 50
}

export function hasPlaces({ columns }: ResultFacts): boolean {
  const has = (pattern: RegExp) =>
    columns.some(({ name, kind }) => kind === 'number' && pattern.test(name.toLowerCase()))
  return has(/(^|[^a-z])lat(itude)?$/) && has(/(^|[^a-z])(lon|lng|long|longitude)$/)
}

/** The columns that a sankey reads: a value, and stages. */
export function hasStages({ columns }: ResultFacts): boolean {
  const names = new Set(columns.map(({ name }) => name))
  return names.has('value') && names.has('stage1') && names.has('stage2')
}

/** The columns that a sunburst reads, one row per step. */
export function hasSequences({ columns }: ResultFacts): boolean {
  const names = new Set(columns.map(({ name }) => name))
  return ['sequence', 'stage', 'node', 'value'].every((name) => names.has(name))
}

/** Groups by date, followed over stages. */
export function hasRetention({ dates, numbers }: ResultFacts): boolean {
  const isStage = ({ name }: ColumnFacts) => /(^|_)(number|stage|period|index|offset)$/i.test(name)
  return dates.length > 0 && numbers.length >= 3 && numbers.some(isStage)
}

/**
 * A column of countries: by its name, or because most of its values are codes or English names of countries.
 * `areUnique`: each in one row.
 */
export function hasCountries({ texts }: ResultFacts, { areUnique = false } = {}): boolean {
  return texts.some(({ name, values, distinct, filled }) => {
    if (areUnique && distinct < filled) return false
    const known = values.filter((value) => isCountry(String(value))).length
    return values.length > 0 && known >= values.length / (/countr|nation|iso/i.test(name) ? 3 : 1.25)
  })
}

let countryNames: ReadonlySet<string> | null = null

function isCountry(text: string): boolean {
  countryNames ??= new Set(allCountries())
  return countryNames.has(text)
}

function* allCountries(): Generator<string> {
  const names = new Intl.DisplayNames('en', { type: 'region' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  for (const one of letters) {
    for (const other of letters) {
      const code = one + other
      const name = names.of(code)
      if (name === undefined || name === code) continue
      yield code
      yield name
    }
  }
  // the browser has no codes of three letters
  yield* ['USA', 'GBR', 'DEU', 'FRA', 'CHN', 'IND', 'BRA', 'JPN', 'ESP', 'ITA']
}

/** Steps of a funnel: named so, each once, and fewer at each. */
export function hasSteps({ texts, numbers, rows }: ResultFacts): boolean {
  const [step] = texts
  const [value] = numbers
  if (!step || !value || rows < 2 || rows > 15 || step.distinct !== rows) return false
  if (!/step|stage|phase|funnel|state|status|event/i.test(step.name)) return false
  return value.values.every((cell, at) => at === 0 || Number(cell) <= Number(value.values[at - 1]))
}
