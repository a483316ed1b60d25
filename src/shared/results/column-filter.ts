import { toInstant } from '../format/dates.ts'
import { compareDecimals, exactDecimal } from '../format/exact-decimal.ts'
import { type CellFormats, type ShownColumn, searchText } from './cell-text.ts'
import type { ResultRow } from './typed-result.ts'

export const filterTests = [
  'contains',
  'lacks',
  'equals',
  'differs',
  'above',
  'from',
  'to',
  'below',
  'null',
  'not_null',
  'empty',
] as const
export type FilterTest = (typeof filterTests)[number]

/** A condition on one column of a table, as chosen in its head. */
export interface ColumnFilter {
  /** how its cells are shown: `contains` and `lacks` read that text */
  column: ShownColumn
  /** of the result's column */
  type: string | null
  test: FilterTest
  /** as typed; tests without a value ignore it */
  value: string
}

export const maxFilters = 20

/** Tests that fit a column of this type, the usual one first. */
export function testsFor(type: string | null): readonly FilterTest[] {
  if (type === 'integer' || type === 'float' || type === 'date' || type === 'datetime')
    return ['equals', 'differs', 'above', 'from', 'to', 'below', 'contains', 'null', 'not_null']
  if (type === 'boolean') return ['contains', 'equals', 'null', 'not_null']
  return ['contains', 'lacks', 'equals', 'differs', 'null', 'not_null', 'empty']
}

export function needsValue(test: FilterTest): boolean {
  return test !== 'null' && test !== 'not_null' && test !== 'empty'
}

/** Whether the filter can be judged: a number or date that is still being typed filters nothing. */
export function isComplete({ test, type, value }: Pick<ColumnFilter, 'test' | 'type' | 'value'>): boolean {
  if (!needsValue(test)) return true
  if (test === 'contains' || test === 'lacks') return value !== ''
  const kind = kindOf(type)
  if (kind === 'number') return exactDecimal(value) !== undefined
  return kind === 'date' ? instantOf(value) !== undefined : value !== ''
}

/** Judges rows. Null and missing values pass only `null`, `differs` and `lacks`. */
export function filterMatcher(filter: ColumnFilter, formats: CellFormats): (row: ResultRow) => boolean {
  const { column, test } = filter
  const cellOf = (row: ResultRow) => row[column.name]
  if (!isComplete(filter)) return () => true
  switch (test) {
    case 'null':
      return (row) => isNull(cellOf(row))
    case 'not_null':
      return (row) => !isNull(cellOf(row))
    case 'empty':
      return (row) =>
        cellOf(row) === '' || (typeof cellOf(row) === 'string' && String(cellOf(row)).trim() === '')
    case 'contains':
    case 'lacks': {
      const needle = filter.value.toLowerCase()
      const isWanted = test === 'contains'
      return (row) =>
        isNull(cellOf(row))
          ? !isWanted
          : searchText(column, row, formats).toLowerCase().includes(needle) === isWanted
    }
    default: {
      const compare = comparison(filter)
      return (row) => {
        const value = cellOf(row)
        if (isNull(value)) return test === 'differs'
        const order = compare(value)
        return order === undefined ? test === 'differs' : passes(test, order)
      }
    }
  }
}

/** The rows that pass all filters. */
export function filtersMatcher(
  filters: readonly ColumnFilter[],
  formats: CellFormats,
): (row: ResultRow) => boolean {
  const matchers = filters.map((filter) => filterMatcher(filter, formats))
  return (row) => matchers.every((matches) => matches(row))
}

function isNull(value: unknown): boolean {
  return value === null || value === undefined
}

function kindOf(type: string | null): 'number' | 'date' | 'other' {
  if (type === 'integer' || type === 'float') return 'number'
  return type === 'date' || type === 'datetime' ? 'date' : 'other'
}

/** A value's order to the filter's, negative when it is smaller; `undefined` when it cannot be compared. */
function comparison({ type, value: wanted }: ColumnFilter): (value: unknown) => number | undefined {
  const kind = kindOf(type)
  if (kind === 'number') {
    const number = exactDecimal(wanted)
    return (value) => {
      const exact = exactDecimal(value)
      return exact === undefined || number === undefined ? undefined : compareDecimals(exact, number)
    }
  }
  if (kind === 'date') {
    // a day or minute stands for all instants in it
    const precision = wanted.trim().length
    const text = wanted.trim().replace(' ', 'T')
    const instant = instantOf(wanted)
    return (value) => {
      if (typeof value === 'string' && value.slice(0, precision) === text) return 0
      const other = toInstant(value)
      return other === undefined || instant === undefined ? undefined : other.epoch - instant.epoch
    }
  }
  return (value) => {
    const text = String(value)
    return text < wanted ? -1 : text > wanted ? 1 : 0
  }
}

function instantOf(text: string) {
  return /^\d{4}-\d\d/.test(text.trim()) ? toInstant(text.trim()) : undefined
}

function passes(test: FilterTest, order: number): boolean {
  switch (test) {
    case 'equals':
      return order === 0
    case 'differs':
      return order !== 0
    case 'above':
      return order > 0
    case 'from':
      return order >= 0
    case 'to':
      return order <= 0
    default:
      return order < 0
  }
}
