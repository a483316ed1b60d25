import { t } from '#shared/messages/translate.ts'
import type { HostSettings } from '../visualization.ts'

/** Stored options of a chart with every default filled (docs/reference/charts.md#chart-options). Unknown keys are kept. */
export interface ChartOptions {
  globalSeriesType: string
  /** column name -> role; null means that roles are the suffixes of the column names (docs/reference/charts.md#series) */
  columnMapping: Record<string, string> | null
  seriesOptions: Record<string, SeriesOptions>
  valuesOptions: Record<string, ValueOptions>
  sortX: boolean
  reverseX?: boolean
  swappedAxes?: boolean
  legend: LegendOptions
  xAxis: AxisOptions
  /** left, right */
  yAxis: AxisOptions[]
  alignYAxesAtZero: boolean
  series: StackingOptions
  direction: { type: string }
  piesort: boolean
  sizemode: string
  coefficient: number
  color_scheme: string
  lineShape: string
  showDataLabels: boolean
  numberFormat: string
  percentFormat: string
  dateTimeFormat: string
  textFormat: string
  missingValuesAsZero: boolean
  enableLink: boolean
  linkOpenNewTab: boolean
  linkFormat: string
  [key: string]: unknown
}

export interface SeriesOptions {
  type?: string
  name?: string
  color?: string | null
  yAxis?: number
  zIndex?: number
  [key: string]: unknown
}

export interface ValueOptions {
  color?: string | null
  [key: string]: unknown
}

export interface LegendOptions {
  enabled: boolean
  /** `auto`: right of the plot, below it when narrow; `below` */
  placement: string
  traceorder: string
  [key: string]: unknown
}

export interface AxisOptions {
  /** `-` (detect, X only), `datetime`, `linear`, `logarithmic`, `category` */
  type: string
  title?: { text?: string; [key: string]: unknown }
  tickFormat?: string
  labels?: { enabled?: boolean; [key: string]: unknown }
  rangeMin?: number | null
  rangeMax?: number | null
  [key: string]: unknown
}

export interface StackingOptions {
  stacking: 'stack' | null
  percentValues?: boolean
  [key: string]: unknown
}

/** Options of one series; series are named by data, so `constructor` must find nothing. */
export function seriesOptionsOf(options: Pick<ChartOptions, 'seriesOptions'>, name: string): SeriesOptions {
  return (Object.hasOwn(options.seriesOptions, name) && options.seriesOptions[name]) || {}
}

export function valueOptionsOf(options: Pick<ChartOptions, 'valuesOptions'>, value: string): ValueOptions {
  return (Object.hasOwn(options.valuesOptions, value) && options.valuesOptions[value]) || {}
}

type Stored = Readonly<Record<string, unknown>>

export const seriesTypeNames: Readonly<Record<string, string>> = {
  line: t('Line'),
  column: t('Bar'),
  area: t('Area'),
  pie: t('Pie'),
  scatter: t('Scatter'),
  bubble: t('Bubble'),
  heatmap: t('Heatmap'),
  box: t('Box'),
  custom: t('Custom'),
}

const defaults = {
  globalSeriesType: 'column',
  sortX: true,
  alignYAxesAtZero: false,
  piesort: true,
  sizemode: 'diameter',
  coefficient: 1,
  color_scheme: 'Redash',
  lineShape: 'linear',
  numberFormat: '0,0[.]00000',
  percentFormat: '0[.]00%',
  textFormat: '',
  missingValuesAsZero: true,
  enableLink: false,
  linkOpenNewTab: true,
  linkFormat: '',
}

/** Fills the defaults and lifts old shapes; a value of a wrong type counts as missing. */
export function normalizeChartOptions(stored: Stored, settings: HostSettings): ChartOptions {
  const scalars = scalarOptions(stored)
  return {
    ...stored,
    ...scalars,
    columnMapping: columnMapping(stored.columnMapping),
    seriesOptions: recordOfRecords(stored.seriesOptions),
    valuesOptions: recordOfRecords(stored.valuesOptions),
    legend: legendOptions(stored.legend),
    xAxis: axisOptions({ type: '-', labels: { enabled: true } }, stored.xAxis),
    yAxis: yAxes(stored.yAxis),
    series: stackingOptions(stored.series),
    error_y: { type: 'data', visible: true, ...record(stored.error_y) },
    direction: { type: 'counterclockwise', ...record(stored.direction) },
    showDataLabels: boolean(stored.showDataLabels, scalars.globalSeriesType === 'pie'),
    dateTimeFormat: text(stored.dateTimeFormat, settings.dateTimeFormat),
  }
}

function scalarOptions(stored: Stored) {
  return {
    globalSeriesType: text(stored.globalSeriesType, defaults.globalSeriesType),
    sortX: boolean(stored.sortX, defaults.sortX),
    alignYAxesAtZero: boolean(stored.alignYAxesAtZero, defaults.alignYAxesAtZero),
    piesort: boolean(stored.piesort, defaults.piesort),
    sizemode: text(stored.sizemode, defaults.sizemode),
    coefficient: number(stored.coefficient) ?? defaults.coefficient,
    color_scheme: text(stored.color_scheme, defaults.color_scheme),
    lineShape: text(stored.lineShape, defaults.lineShape),
    numberFormat: text(stored.numberFormat, defaults.numberFormat),
    percentFormat: text(stored.percentFormat, defaults.percentFormat),
    textFormat: text(stored.textFormat, defaults.textFormat),
    missingValuesAsZero: boolean(stored.missingValuesAsZero, defaults.missingValuesAsZero),
    enableLink: boolean(stored.enableLink, defaults.enableLink),
    linkOpenNewTab: boolean(stored.linkOpenNewTab, defaults.linkOpenNewTab),
    linkFormat: text(stored.linkFormat, defaults.linkFormat),
  }
}

function columnMapping(stored: unknown): Record<string, string> | null {
  if (stored === null) return null
  const entries = Object.entries(record(stored))
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

function legendOptions(stored: unknown): LegendOptions {
  const legend = record(stored)
  return {
    ...legend,
    enabled: boolean(legend.enabled, true),
    placement: text(legend.placement, 'auto'),
    traceorder: text(legend.traceorder, 'normal'),
  }
}

function axisOptions(base: AxisOptions, stored: unknown): AxisOptions {
  const given = record(stored)
  const axis: AxisOptions = { ...base, ...given, type: text(given.type, base.type) }
  if (base.labels) axis.labels = { ...base.labels, ...record(given.labels) }
  if ('title' in given) {
    // old shape: the title was a plain string
    axis.title = typeof given.title === 'string' ? { text: given.title } : record(given.title)
  }
  if ('rangeMin' in given) axis.rangeMin = number(given.rangeMin)
  if ('rangeMax' in given) axis.rangeMax = number(given.rangeMax)
  return axis
}

/** Merged by index with the defaults: left, right. */
function yAxes(stored: unknown): AxisOptions[] {
  const given = Array.isArray(stored) ? stored : []
  return [
    axisOptions({ type: 'linear' }, given[0]),
    axisOptions({ type: 'linear', opposite: true }, given[1]),
    ...given.slice(2).map((axis) => axisOptions({ type: 'linear' }, axis)),
  ]
}

function stackingOptions(stored: unknown): StackingOptions {
  const given = record(stored)
  const series: StackingOptions = {
    ...given,
    stacking: null,
    error_y: { type: 'data', visible: true, ...record(given.error_y) },
  }
  if (given.stacking === 'stack') series.stacking = 'stack'
  if (given.stacking === 'normal' || given.stacking === 'percent') {
    series.stacking = 'stack'
    series.percentValues = given.stacking === 'percent'
  } else if ('percentValues' in given) {
    series.percentValues = given.percentValues === true
  }
  return series
}

function recordOfRecords(stored: unknown): Record<string, Record<string, unknown>> {
  return Object.fromEntries(Object.entries(record(stored)).map(([key, value]) => [key, { ...record(value) }]))
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
}

function text(value: unknown, fallback: string): string {
  return typeof value === 'string' ? value : fallback
}

function boolean(value: unknown, fallback: boolean): boolean {
  return typeof value === 'boolean' ? value : fallback
}

function number(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  // old editors stored what was typed
  if (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))) return Number(value)
  return null
}
