import { nameWithoutSuffix } from '#shared/results/filters.ts'
import type { ResultColumn } from '#shared/results/results-api.ts'
import type { HostSettings } from '../../visualization.ts'
import { isPlainObject } from '../merge-options.ts'

export const displayKinds = ['string', 'number', 'datetime', 'boolean', 'link', 'image', 'json'] as const
export type DisplayKind = (typeof displayKinds)[number]

const alignments = ['left', 'center', 'right'] as const
export type Alignment = (typeof alignments)[number]

/** How one column is shown (docs/reference/visualizations.md#table-options). Stored in this form, with unknown keys kept. */
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
  /** stored for API clients; cells use the organization's setting */
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
  /** stays in view while the others scroll; the options below are additions that Redash ignores */
  pinned?: boolean
  /** pixels; absent: as wide as the content */
  width?: number
  colorScale?: string
  bars?: boolean
  /** what the totals row shows of this column */
  total?: string
}

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

/** Returns a column without stored options. */
type DefaultColumn = (column: ResultColumn, index: number, settings: HostSettings) => TableColumn

/** Details align every value left and have no search (docs/reference/visualizations.md#details). */
export const defaultDetailsColumn: DefaultColumn = (column, index, settings) => ({
  ...defaultColumn(column, index, settings),
  alignContent: 'left',
})

interface StoredColumn {
  position: number
  fields: Readonly<Record<string, unknown>>
}

function storedByName(value: unknown): ReadonlyMap<string, StoredColumn> {
  const byName = new Map<string, StoredColumn>()
  if (!Array.isArray(value)) return byName
  for (const [position, fields] of value.entries()) {
    if (isPlainObject(fields) && typeof fields.name === 'string')
      byName.set(fields.name, { position, fields })
  }
  return byName
}

/**
 * Merges stored columns over the defaults by name. If the common columns have another sequence than in the result, the
 * user moved them: the stored sequence applies, and new columns go last. Otherwise the result's sequence applies. Stored
 * `order` values are ignored (docs/reference/visualizations.md#table-options).
 */
export function mergeColumns(
  columns: readonly ResultColumn[],
  stored: unknown,
  settings: HostSettings,
  defaults: DefaultColumn = defaultColumn,
): TableColumn[] {
  const byName = storedByName(stored)
  const positions = columns.flatMap(({ name }) => byName.get(name)?.position ?? [])
  const moved = positions.some((position, index) => index > 0 && position < (positions[index - 1] ?? 0))
  return columns
    .map((column, index) => {
      const base = defaults(column, index, settings)
      const own = byName.get(column.name)
      if (!own) return base
      return { ...overlay(base, own.fields), type: column.type, order: moved ? own.position : base.order }
    })
    .sort((one, other) => one.order - other.order)
}

/** Merges stored fields of the expected type over the defaults. Unknown keys are kept. */
function overlay(base: TableColumn, own: Readonly<Record<string, unknown>>): TableColumn {
  const merged: Record<string, unknown> = { ...base }
  const expected: Record<string, unknown> = { numberFormat: '', dateTimeFormat: '', ...base }
  for (const [key, value] of Object.entries(own)) {
    if (key === '__proto__') continue
    const fitting = Object.hasOwn(expected, key) ? fittingValue(expected[key], value) : value
    if (fitting !== undefined) merged[key] = fitting
  }
  // some stored columns have null for no format, and sizes as numbers
  for (const key of ['numberFormat', 'dateTimeFormat']) if (own[key] === null) merged[key] = ''
  for (const key of ['imageWidth', 'imageHeight']) {
    if (typeof own[key] === 'number') merged[key] = String(own[key])
  }
  if (!alignments.some((alignment) => alignment === merged.alignContent)) {
    merged.alignContent = base.alignContent
  }
  return merged as unknown as TableColumn
}

/** The value converted to the sample's type, or `undefined`. Booleans are converted by truthiness. */
function fittingValue(sample: unknown, value: unknown): unknown {
  if (typeof sample === 'boolean') return value === undefined ? undefined : Boolean(value)
  if (Array.isArray(sample)) return Array.isArray(value) ? value.map(textOf) : undefined
  return typeof value === typeof sample ? value : undefined
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Columns for saving. Renumbers a sequence that the user changed, so that saving twice changes nothing. */
export function storedColumns(columns: readonly TableColumn[]): readonly TableColumn[] {
  const moved = columns.some(({ order }) => order < orderOfNewColumns)
  return moved ? columns.map((column, order) => ({ ...column, order })) : columns
}

/** Visible columns in their order. */
export function visibleColumns(options: { columns: readonly TableColumn[] }): readonly TableColumn[] {
  return options.columns.filter(({ visible }) => visible)
}
