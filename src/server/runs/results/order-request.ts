import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { type Refusal, refuse } from '#shared/errors/refusal.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { ShownColumn } from '#shared/results/cell-text.ts'
import { type ColumnFilter, filterTests, maxFilters } from '#shared/results/column-filter.ts'
import type { ResultColumn } from '#shared/results/results-api.ts'
import { maxSortColumns, type RowSearch, readSort, type SortColumn } from '#shared/results/row-order.ts'

/** The order and search of a window's rows; null search: all rows. */
export interface RowOrder {
  sort: readonly SortColumn[]
  search: RowSearch | null
  /** only rows that pass all of them */
  filters?: readonly ColumnFilter[]
}

interface OrderQuery {
  sort?: string
  search?: string
  columns?: string
  filters?: string
}

/** Reads the query arguments of a window; null: the stored order. Throws request.invalid naming the argument. */
export function readOrder(query: OrderQuery, columns: readonly ResultColumn[]): RowOrder | null {
  const sort = readSortColumns(query.sort ?? '', columns)
  const searched = readSearched(query.columns, columns)
  const text = query.search ?? ''
  const filters = readFilters(query.filters, columns)
  if (sort.length === 0 && text === '' && filters.length === 0) return null
  const order = { sort, search: text === '' ? null : { text, columns: searched } }
  return filters.length === 0 ? order : { ...order, filters }
}

function readSortColumns(text: string, columns: readonly ResultColumn[]): SortColumn[] {
  const sort = readSort(text)
  if (sort.length > maxSortColumns)
    throw invalid('sort', phrase('at most {count} columns can be sorted by', { count: maxSortColumns }))
  const seen = new Set<string>()
  for (const { name } of sort) {
    requireColumn('sort', name, columns)
    if (seen.has(name)) throw invalid('sort', phrase('the column "{name}" is named twice', { name }))
    seen.add(name)
  }
  return sort
}

const Template = Type.Optional(Type.String({ maxLength: 2000 }))
const Shown = Type.Object({
  name: Type.String(),
  displayAs: Type.String(),
  numberFormat: Type.Optional(Type.String({ maxLength: 200 })),
  dateTimeFormat: Type.Optional(Type.String({ maxLength: 200 })),
  booleanValues: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 10 })),
  linkUrlTemplate: Template,
  linkTextTemplate: Template,
  imageUrlTemplate: Template,
  imageTitleTemplate: Template,
  allowHTML: Type.Optional(Type.Boolean()),
})
const SearchedColumns = Type.Array(Type.Union([Type.String(), Shown]), { minItems: 1, maxItems: 1000 })
const searchedColumns = Compile(SearchedColumns)

const Filters = Type.Array(
  Type.Object({
    column: Shown,
    type: Type.Union([Type.Null(), Type.String({ maxLength: 20 })]),
    test: Type.Union(filterTests.map((test) => Type.Literal(test))),
    value: Type.String({ maxLength: 500 }),
  }),
  { maxItems: maxFilters },
)
const columnFilters = Compile(Filters)

function readFilters(text: string | undefined, columns: readonly ResultColumn[]): readonly ColumnFilter[] {
  if (text === undefined) return []
  const given = parseJson(text)
  if (!columnFilters.Check(given)) {
    throw invalid('filters', phrase('this must be a JSON list of objects with column, type, test and value'))
  }
  for (const { column } of given) requireColumn('filters', column.name, columns)
  return given
}

function readSearched(text: string | undefined, columns: readonly ResultColumn[]): ShownColumn[] {
  if (text === undefined) return columns.map(({ name }) => asStored(name))
  const given = parseJson(text)
  if (!searchedColumns.Check(given)) {
    throw invalid(
      'columns',
      phrase('this must be a JSON list of column names, or of objects that say how columns are shown'),
    )
  }
  const seen = new Set<string>()
  return given.map((one) => {
    const shown = typeof one === 'string' ? asStored(one) : one
    requireColumn('columns', shown.name, columns)
    // a name costs five characters in the address, but makes us search all cells of its column
    if (seen.has(shown.name))
      throw invalid('columns', phrase('the column "{name}" is named twice', { name: shown.name }))
    seen.add(shown.name)
    return shown
  })
}

/** The column with its text unformatted. */
function asStored(name: string): ShownColumn {
  return { name, displayAs: 'string' }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function requireColumn(field: string, name: string, columns: readonly ResultColumn[]): void {
  if (!columns.some((column) => column.name === name)) {
    throw invalid(field, phrase('the result has no column "{name}"', { name }))
  }
}

function invalid(field: string, reason: Phrase): Refusal {
  return refuse('request.invalid', { field, reason: phrase('{field}: {reason}.', { field, reason }) })
}
