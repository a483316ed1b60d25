import { nameWithoutSuffix } from '#shared/results/filters.ts'
import type { ResultColumn } from '#shared/results/results-api.ts'
import { isPlainObject } from '../parts/merge-options.ts'
import type { HostSettings, VisualizationData } from '../visualization.ts'

export const displayKinds = ['string', 'number', 'datetime', 'boolean', 'link', 'image', 'json'] as const
export type DisplayKind = (typeof displayKinds)[number]
export type Alignment = 'left' | 'center' | 'right'

/** How one column is shown (reference-visualizations 3.1). Stored as it is, stray keys included. */
export interface TableColumn {
  name: string
  type: string | null
  /** a `DisplayKind`; anything else shows as text */
  displayAs: string
  visible: boolean
  order: number
  title: string
  alignContent: Alignment
  description: string
  allowSearch: boolean
  allowHTML: boolean
  highlightLinks: boolean
  numberFormat?: string
  dateTimeFormat?: string
  /** stored for other readers; cells use the setting of the organisation */
  nullValue: string
  booleanValues: readonly string[]
  imageUrlTemplate: string
  imageTitleTemplate: string
  imageWidth: string
  imageHeight: string
  linkUrlTemplate: string
  linkTextTemplate: string
  linkTitleTemplate: string
  linkOpenInNewTab: boolean
}

export interface TableOptions {
  itemsPerPage: number
  /** never stored */
  paginationSize: 'default' | 'small'
  columns: readonly TableColumn[]
}

export const pageSizes = [5, 10, 15, 20, 25, 50, 100, 150, 200, 250, 500] as const
const defaultPageSize = 25
const orderOfNewColumns = 100_000

const displayByType: Record<string, DisplayKind> = {
  integer: 'number',
  float: 'number',
  boolean: 'boolean',
  date: 'datetime',
  datetime: 'datetime',
}

function defaultColumn({ name, type }: ResultColumn, index: number, settings: HostSettings): TableColumn {
  const displayAs = type !== null && Object.hasOwn(displayByType, type) ? displayByType[type] : undefined
  const numberFormat =
    type === 'integer' ? settings.integerFormat : type === 'float' ? settings.floatFormat : undefined
  const dateTimeFormat =
    type === 'date' ? settings.dateFormat : type === 'datetime' ? settings.dateTimeFormat : undefined
  return {
    name,
    type,
    displayAs: displayAs ?? 'string',
    visible: true,
    order: orderOfNewColumns + index,
    title: nameWithoutSuffix(name),
    alignContent: displayAs ? 'right' : 'left',
    description: '',
    allowSearch: false,
    allowHTML: false,
    highlightLinks: false,
    ...(numberFormat === undefined ? {} : { numberFormat }),
    ...(dateTimeFormat === undefined ? {} : { dateTimeFormat }),
    nullValue: settings.nullValue,
    booleanValues: settings.booleanValues,
    imageUrlTemplate: '{{ @ }}',
    imageTitleTemplate: '{{ @ }}',
    imageWidth: '',
    imageHeight: '',
    linkUrlTemplate: '{{ @ }}',
    linkTextTemplate: '{{ @ }}',
    linkTitleTemplate: '{{ @ }}',
    linkOpenInNewTab: true,
  }
}

/** Fills defaults and matches stored columns with those of the result. Stored options of any age are read. */
export function normalizeTable(
  stored: Readonly<Record<string, unknown>>,
  { columns }: VisualizationData,
  settings: HostSettings,
): TableOptions {
  const { itemsPerPage, paginationSize } = stored
  return {
    ...stored,
    itemsPerPage: isPageSize(itemsPerPage) ? itemsPerPage : defaultPageSize,
    paginationSize: paginationSize === 'small' ? 'small' : 'default',
    columns: mergeColumns(columns, storedColumns(stored.columns), settings),
  }
}

function isPageSize(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0
}

type StoredColumn = Readonly<Record<string, unknown>> & { readonly name: string }

function storedColumns(value: unknown): StoredColumn[] {
  if (!Array.isArray(value)) return []
  return value.filter((column): column is StoredColumn => {
    return isPlainObject(column) && typeof column.name === 'string'
  })
}

/**
 * Stored columns overlay the defaults by name. When the columns in common stand in another sequence than in the result,
 * the user moved them: the stored sequence counts and new columns go last. Otherwise the result's sequence counts.
 */
function mergeColumns(
  columns: readonly ResultColumn[],
  stored: readonly StoredColumn[],
  settings: HostSettings,
): TableColumn[] {
  const places = new Map(stored.map(({ name }, index) => [name, index]))
  const byName = new Map(stored.map((column) => [column.name, column]))
  const common = columns.filter(({ name }) => byName.has(name)).map(({ name }) => places.get(name) ?? 0)
  const moved = common.some((place, index) => index > 0 && place < (common[index - 1] ?? 0))
  return columns
    .map((column, index) => {
      const own = byName.get(column.name)
      const base = defaultColumn(column, index, settings)
      if (!own) return base
      const order = moved ? (places.get(column.name) ?? base.order) : base.order
      return { ...overlay(base, own), type: column.type, order }
    })
    .sort((one, other) => one.order - other.order)
}

/** Takes over stored fields, but none of a type that no reader expects. */
function overlay(base: TableColumn, own: StoredColumn): TableColumn {
  const merged: Record<string, unknown> = { ...base }
  const expected: Record<string, unknown> = { numberFormat: '', dateTimeFormat: '', ...base }
  for (const [key, value] of Object.entries(own)) {
    if (key === '__proto__' || value === undefined) continue
    const sample = expected[key]
    const fits =
      sample === undefined ||
      (typeof sample === typeof value && Array.isArray(sample) === Array.isArray(value))
    if (fits && value !== null) merged[key] = value
  }
  // sizes were stored as numbers at times
  for (const key of ['imageWidth', 'imageHeight'] as const) {
    if (typeof own[key] === 'number') merged[key] = String(own[key])
  }
  if (!['left', 'center', 'right'].includes(String(merged.alignContent)))
    merged.alignContent = base.alignContent
  return merged as unknown as TableColumn
}

/** What is saved: everything but the size of the pager, which the place decides. */
export function tableToStored({ paginationSize: _, ...stored }: TableOptions): Record<string, unknown> {
  return stored
}

/** Visible columns in their order. */
export function visibleColumns({ columns }: TableOptions): readonly TableColumn[] {
  return columns.filter(({ visible }) => visible)
}
