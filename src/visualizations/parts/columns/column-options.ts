import { nameWithoutSuffix } from '#shared/results/filters.ts'
import type { ResultColumn } from '#shared/results/results-api.ts'
import type { HostSettings } from '../../visualization.ts'
import { isPlainObject } from '../merge-options.ts'

export const displayKinds = ['string', 'number', 'datetime', 'boolean', 'link', 'image', 'json'] as const
export type DisplayKind = (typeof displayKinds)[number]

const alignments = ['left', 'center', 'right'] as const
export type Alignment = (typeof alignments)[number]

/** How one column is shown (docs/reference/visualizations.md#table-options). Stored as it is, stray keys included. */
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

/** The column as it is without anything stored. */
type DefaultColumn = (column: ResultColumn, index: number, settings: HostSettings) => TableColumn

/** Details are a list: every value stands at the left, and there is no search (docs/reference/visualizations.md#details). */
export const defaultDetailsColumn: DefaultColumn = (column, index, settings) => ({
  ...defaultColumn(column, index, settings),
  alignContent: 'left',
})

interface StoredColumn {
  place: number
  fields: Readonly<Record<string, unknown>>
}

function storedByName(value: unknown): ReadonlyMap<string, StoredColumn> {
  const byName = new Map<string, StoredColumn>()
  if (!Array.isArray(value)) return byName
  for (const [place, fields] of value.entries()) {
    if (isPlainObject(fields) && typeof fields.name === 'string') byName.set(fields.name, { place, fields })
  }
  return byName
}

/**
 * Stored columns overlay the defaults by name. When the columns in common stand in another sequence than in the result,
 * the user moved them: the stored sequence counts and new columns go last. Otherwise the result's sequence counts, and
 * what `order` is stored is of no account (docs/reference/visualizations.md#merging-columns).
 */
export function mergeColumns(
  columns: readonly ResultColumn[],
  stored: unknown,
  settings: HostSettings,
  defaults: DefaultColumn = defaultColumn,
): TableColumn[] {
  const byName = storedByName(stored)
  const places = columns.flatMap(({ name }) => byName.get(name)?.place ?? [])
  const moved = places.some((place, index) => index > 0 && place < (places[index - 1] ?? 0))
  return columns
    .map((column, index) => {
      const base = defaults(column, index, settings)
      const own = byName.get(column.name)
      if (!own) return base
      return { ...overlay(base, own.fields), type: column.type, order: moved ? own.place : base.order }
    })
    .sort((one, other) => one.order - other.order)
}

/** Takes over stored fields, but none of a shape that no reader expects; keys of others stay as they are. */
function overlay(base: TableColumn, own: Readonly<Record<string, unknown>>): TableColumn {
  const merged: Record<string, unknown> = { ...base }
  const expected: Record<string, unknown> = { numberFormat: '', dateTimeFormat: '', ...base }
  for (const [key, value] of Object.entries(own)) {
    if (key === '__proto__') continue
    const fitting = Object.hasOwn(expected, key) ? fittingValue(expected[key], value) : value
    if (fitting !== undefined) merged[key] = fitting
  }
  // "no format" was stored as null at times, sizes as numbers
  for (const key of ['numberFormat', 'dateTimeFormat']) if (own[key] === null) merged[key] = ''
  for (const key of ['imageWidth', 'imageHeight']) {
    if (typeof own[key] === 'number') merged[key] = String(own[key])
  }
  if (!alignments.some((alignment) => alignment === merged.alignContent)) {
    merged.alignContent = base.alignContent
  }
  return merged as unknown as TableColumn
}

/** The value in the shape of the sample, or `undefined`. Switches are what JavaScript holds for true: 1 as well, not null. */
function fittingValue(sample: unknown, value: unknown): unknown {
  if (typeof sample === 'boolean') return value === undefined ? undefined : Boolean(value)
  if (Array.isArray(sample)) return Array.isArray(value) ? value.map(textOf) : undefined
  return typeof value === typeof sample ? value : undefined
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Columns as they are saved: a sequence of the user's own is counted through, so that saving twice changes nothing. */
export function storedColumns(columns: readonly TableColumn[]): readonly TableColumn[] {
  const moved = columns.some(({ order }) => order < orderOfNewColumns)
  return moved ? columns.map((column, order) => ({ ...column, order })) : columns
}

/** Visible columns in their order. */
export function visibleColumns(options: { columns: readonly TableColumn[] }): readonly TableColumn[] {
  return options.columns.filter(({ visible }) => visible)
}
