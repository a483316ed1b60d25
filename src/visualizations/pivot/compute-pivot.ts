import type { HostSettings, VisualizationData } from '../visualization.ts'
import { compareSortKeys, sortKeyOf } from './natural-sort.ts'
import { type Accumulator, type Aggregate, aggregators } from './pivot-aggregators.ts'
import { type FieldReader, fieldReader, type PivotField, ranksInOrder } from './pivot-field.ts'
import type { KeyOrder, PivotOptions } from './pivot-options.ts'

/** Rows grouped by the fields of one side of the table. */
export interface PivotSide {
  fields: readonly string[]
  /** number of groups; 0 when the side has no fields */
  length: number
  /** texts of the group at a position */
  key(position: number): string[]
}

/** The complete pivot; `pivot-model.ts` extracts the shown part. Rows and columns are positions in the final order. */
export interface Pivot {
  rows: PivotSide
  cols: PivotSide
  /** null for an empty cell */
  cell(row: number, col: number): Aggregate
  rowTotal(row: number): Aggregate
  colTotal(col: number): Aggregate
  total: Aggregate
  /** visits every non-empty cell, in no particular order */
  eachCell(visit: (row: number, col: number, value: Aggregate) => void): void
  /** number of non-empty cells */
  filled: number
  /** true when the aggregated field is a date, so its texts are not numbers */
  ofDates: boolean
  /** number of result rows that pass the filters */
  counted: number
}

export type PivotState = Pick<
  PivotOptions,
  'rows' | 'cols' | 'vals' | 'aggregatorName' | 'valueFilter' | 'sorters' | 'rowOrder' | 'colOrder'
>

/** Computes the complete pivot, like react-pivottable 0.11. 100,000 rows take a fraction of a second. */
export function computePivot(
  data: VisualizationData,
  state: PivotState,
  settings: HostSettings,
  read: FieldReader = fieldReader(data, settings),
): Pivot {
  const included = includedRows(data, state, read)
  const rows = groupRows(included, state.rows.map(read))
  const cols = groupRows(included, state.cols.map(read))
  const cells = cellsOf(included, rows, cols)
  const values = aggregate(included, { rows, cols, cells }, state, read)
  const rowOrder = orderOf(rows, state.rowOrder, values.rowTotal, state.sorters)
  const colOrder = orderOf(cols, state.colOrder, values.colTotal, state.sorters)
  const group = (order: Int32Array, place: number) => order[place] ?? -1
  return {
    rows: sideOf(rows, rowOrder),
    cols: sideOf(cols, colOrder),
    cell: (row, col) => values.cell(cells.find(group(rowOrder, row), group(colOrder, col))),
    rowTotal: (row) => values.rowTotal(group(rowOrder, row)),
    colTotal: (col) => values.colTotal(group(colOrder, col)),
    total: values.total,
    eachCell(visit) {
      const [rowPositions, colPositions] = [positionsOf(rowOrder), positionsOf(colOrder)]
      for (let cell = 0; cell < cells.length; cell++) {
        const [row = 0, col = 0] = [cells.rowOf[cell], cells.colOf[cell]]
        visit(rowPositions[row] ?? 0, colPositions[col] ?? 0, values.cell(cell))
      }
    },
    filled: cells.length,
    ofDates: state.vals[0] !== undefined && read(state.vals[0]).isDate,
    counted: included.length,
  }
}

/** Indexes of rows that pass the filters. A key of the filter excludes that value, regardless of the stored value. */
function includedRows(data: VisualizationData, { valueFilter }: PivotState, read: FieldReader): Int32Array {
  const excluded: { codes: Int32Array; out: readonly boolean[] }[] = []
  for (const [name, values] of Object.entries(valueFilter)) {
    if (Object.keys(values).length === 0) continue
    const { codes, texts } = read(name)
    excluded.push({ codes, out: texts.map((text) => Object.hasOwn(values, text)) })
  }
  const included = new Int32Array(data.rows.length)
  let count = 0
  for (let row = 0; row < data.rows.length; row++) {
    if (excluded.some(({ codes, out }) => out[codes[row] ?? 0])) continue
    included[count++] = row
  }
  return included.subarray(0, count)
}

interface Groups {
  fields: readonly PivotField[]
  /** group of each included row; all 0 when there are no fields */
  ids: Int32Array
  length: number
  /** code of a group in each field */
  codes: readonly (readonly number[])[]
}

/** Groups rows by all fields: numbers the pairs (previous group, next code) field by field. */
function groupRows(included: Int32Array, fields: readonly PivotField[]): Groups {
  const ids = new Int32Array(included.length)
  let codes: number[][] = []
  let length = 0
  for (const [level, field] of fields.entries()) {
    const known = new Map<number, number>()
    const next: number[][] = []
    const distinct = field.texts.length
    for (let index = 0; index < included.length; index++) {
      const code = field.codes[included[index] ?? 0] ?? 0
      const group = ids[index] ?? 0
      const pair = group * distinct + code
      let id = known.get(pair)
      if (id === undefined) {
        id = next.length
        known.set(pair, id)
        next.push(level === 0 ? [code] : [...(codes[group] ?? []), code])
      }
      ids[index] = id
    }
    codes = next
    length = next.length
  }
  return { fields, ids, length, codes }
}

interface Cells {
  /** cell of each included row */
  ids: Int32Array
  length: number
  rowOf: Int32Array
  colOf: Int32Array
  /** -1 for an empty cell */
  find(row: number, col: number): number
}

const maxDenseCells = 4_000_000

/** Stores only existing combinations, so that 100,000 keys on both sides fit into memory. */
function cellsOf(included: Int32Array, rows: Groups, cols: Groups): Cells {
  const ids = new Int32Array(included.length)
  if (rows.fields.length === 0 || cols.fields.length === 0) {
    return { ids, length: 0, rowOf: new Int32Array(), colOf: new Int32Array(), find: () => -1 }
  }
  const size = rows.length * cols.length
  const dense = size <= maxDenseCells ? new Int32Array(size) : null
  const sparse = new Map<number, number>()
  const rowOf = new Int32Array(included.length)
  const colOf = new Int32Array(included.length)
  let length = 0
  for (let index = 0; index < included.length; index++) {
    const [row = 0, col = 0] = [rows.ids[index], cols.ids[index]]
    const key = row * cols.length + col
    let cell = (dense ? (dense[key] ?? 0) : (sparse.get(key) ?? 0)) - 1
    if (cell < 0) {
      cell = length++
      rowOf[cell] = row
      colOf[cell] = col
      if (dense) dense[key] = cell + 1
      else sparse.set(key, cell + 1)
    }
    ids[index] = cell
  }
  const find = (row: number, col: number) => {
    if (row < 0 || col < 0) return -1
    const key = row * cols.length + col
    return (dense ? (dense[key] ?? 0) : (sparse.get(key) ?? 0)) - 1
  }
  return { ids, length, rowOf, colOf, find }
}

interface Values {
  cell(cell: number): Aggregate
  rowTotal(row: number): Aggregate
  colTotal(col: number): Aggregate
  total: Aggregate
}

interface Grouped {
  rows: Groups
  cols: Groups
  cells: Cells
}

function aggregate(
  included: Int32Array,
  { rows, cols, cells }: Grouped,
  state: PivotState,
  read: FieldReader,
): Values {
  const { open, inputs, share } = aggregators[state.aggregatorName]
  const fields = state.vals.slice(0, inputs).map(read)
  const ofCells = open(cells.length, fields)
  const ofRows = open(rows.length, fields)
  const ofCols = open(cols.length, fields)
  const ofAll = open(1, fields)
  const [hasRows, hasCols] = [rows.fields.length > 0, cols.fields.length > 0]
  for (let index = 0; index < included.length; index++) {
    const row = included[index] ?? 0
    ofAll.push(0, row)
    if (hasRows) ofRows.push(rows.ids[index] ?? 0, row)
    if (hasCols) ofCols.push(cols.ids[index] ?? 0, row)
    if (hasRows && hasCols) ofCells.push(cells.ids[index] ?? 0, row)
  }
  // a total is a share of the whole on the side where it has no key
  const all = (): Aggregate => ofAll.value(0)
  const ofRow = (row: number) => (share === 'row' ? ofRows.value(row) : all())
  const ofCol = (col: number) => (share === 'column' ? ofCols.value(col) : all())
  const shared = (value: Aggregate, whole: Aggregate) => (share ? quotient(value, whole) : value)
  const read1 = (from: Accumulator, place: number) => (place < 0 ? null : from.value(place))
  return {
    cell(cell) {
      if (cell < 0) return null
      const whole = share === 'column' ? ofCol(cells.colOf[cell] ?? 0) : ofRow(cells.rowOf[cell] ?? 0)
      return shared(ofCells.value(cell), whole)
    },
    rowTotal: (row) => (hasRows ? shared(read1(ofRows, row), ofRow(row)) : shared(all(), all())),
    colTotal: (col) => (hasCols ? shared(read1(ofCols, col), ofCol(col)) : shared(all(), all())),
    total: shared(all(), all()),
  }
}

function quotient(value: Aggregate, whole: Aggregate): number | null {
  const share = Number(value) / Number(whole)
  return value !== null && Number.isFinite(share) ? share : null
}

/** Group ids in display order. */
function orderOf(
  groups: Groups,
  order: KeyOrder,
  total: (group: number) => Aggregate,
  sorters: PivotState['sorters'],
): Int32Array {
  if (order === 'key_a_to_z') {
    return orderOfLabels(
      groups,
      groups.fields.map((field) =>
        ranksInOrder(field, Object.hasOwn(sorters, field.name) ? sorters[field.name] : undefined),
      ),
    )
  }
  const ids = placesTo(groups.length)
  const direction = order === 'value_a_to_z' ? 1 : -1
  const keys = Array.from(ids, (id) => sortKeyOf(total(id)))
  return ids.sort((one, other) => {
    const [first, second] = [keys[one], keys[other]]
    return first && second ? direction * compareSortKeys(first, second) : 0
  })
}

/**
 * Combines the ranks of all levels and the group id into one number, because sorting numbers is many times faster than
 * comparing level by level. Compares by level when the numbers would lose precision.
 */
function orderOfLabels({ codes, length }: Groups, ranks: readonly Int32Array[]): Int32Array {
  const sizes = ranks.map((rank) => rank.reduce((most, one) => Math.max(most, one), 0) + 1)
  if (sizes.reduce((product, size) => product * size, Math.max(1, length)) <= Number.MAX_SAFE_INTEGER) {
    const numbers = new Float64Array(length)
    for (let group = 0; group < length; group++) {
      let number = 0
      for (let level = 0; level < ranks.length; level++) {
        number = number * (sizes[level] ?? 1) + (ranks[level]?.[codes[group]?.[level] ?? 0] ?? 0)
      }
      numbers[group] = number * length + group
    }
    return Int32Array.from(numbers.sort(), (number) => number % length)
  }
  return placesTo(length).sort((one, other) => {
    for (const [level, rank] of ranks.entries()) {
      const difference = (rank[codes[one]?.[level] ?? 0] ?? 0) - (rank[codes[other]?.[level] ?? 0] ?? 0)
      if (difference !== 0) return difference
    }
    return 0
  })
}

function placesTo(length: number): Int32Array {
  return Int32Array.from({ length }, (_, place) => place)
}

/** The position of each group. */
function positionsOf(order: Int32Array): Int32Array {
  const places = new Int32Array(order.length)
  for (const [place, group] of order.entries()) places[group] = place
  return places
}

function sideOf(groups: Groups, order: Int32Array): PivotSide {
  return {
    fields: groups.fields.map(({ name }) => name),
    length: groups.length,
    key(place) {
      const codes = groups.codes[order[place] ?? -1] ?? []
      return groups.fields.map(({ texts }, level) => texts[codes[level] ?? 0] ?? '')
    },
  }
}
