import { formatInstant } from '#shared/format/dates.ts'
import { instantInUtc } from '#shared/format/instants.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import { fillTemplate } from '#shared/format/template.ts'
import { t } from '#shared/messages/translate.ts'
import type { HostSettings, Row } from '../visualization.ts'
import type { Box } from './chart-box.ts'
import { instantOf, utcText, withoutMidnight } from './chart-instant.ts'
import type { ChartOptions } from './chart-options.ts'
import { isPlaced, type Position, type ScaleKind, type TracePoint } from './chart-values.ts'

export type TextOptions = Pick<
  ChartOptions,
  'numberFormat' | 'percentFormat' | 'dateTimeFormat' | 'textFormat'
>
export type TextSettings = Pick<HostSettings, 'thousandsSeparator' | 'decimalSeparator' | 'nullValue'>

export interface TextContext {
  options: TextOptions
  settings: TextSettings
  percent: boolean
  xScale: ScaleKind
  yScale: ScaleKind
}

export interface TextTrace {
  type: string
  label: string
}

/** The text of one point, for hover and data label alike (docs/reference/charts.md#point-texts). */
export function pointText(point: TracePoint, trace: TextTrace, context: TextContext): string {
  const { options } = context
  const values = pointValues(point, trace, context)
  const template = options.textFormat || automaticTemplate(point, context.percent)
  return fillTemplate(template, { ...rowValues(point.row, options.textFormat), ...values })
}

function pointValues(point: TracePoint, trace: TextTrace, context: TextContext): Record<string, string> {
  const values: Record<string, string> = {
    '@@name': trace.label,
    '@@x':
      context.xScale === 'category' && point.x !== null
        ? categoryText(String(point.x), context)
        : positionText(point.x, context.xScale, context),
    '@@y': isPlaced(trace.type)
      ? positionText(point.y, context.yScale, context)
      : numberText(point.y, context),
  }
  if (context.percent) values['@@yPercent'] = percentText(Math.abs(point.percent ?? 0), context)
  if (point.yError !== null) values['@@yError'] = numberText(point.yError, context)
  if (point.size !== null) values['@@size'] = numberText(point.size, context)
  return values
}

function automaticTemplate(point: TracePoint, percent: boolean): string {
  const y = point.yError === null ? '{{ @@y }}' : '{{ @@y }} ± {{ @@yError }}'
  const share = percent ? `{{ @@yPercent }} (${y})` : y
  return point.size === null ? share : `${share}: {{ @@size }}`
}

/** Raw columns are only wanted by templates of people. */
function rowValues(row: Row | undefined, template: string): Row {
  return template === '' || !row ? {} : row
}

function numberText(
  value: unknown,
  { options, settings }: Pick<TextContext, 'options' | 'settings'>,
): string {
  return formatNumber(value, options.numberFormat, settings)
}

function percentText(
  value: number,
  { options, settings }: Pick<TextContext, 'options' | 'settings'>,
): string {
  return formatNumber(value, options.percentFormat, settings)
}

/** What a box says, from its top to its bottom, and how many values it is made of. */
export function boxTexts(
  box: Box,
  context: Pick<TextContext, 'options' | 'settings'>,
): { name: string; text: string }[] {
  const lines: [string, number][] = [
    ['values', box.count],
    [t('Largest'), box.largest],
    [t('Upper whisker'), box.high],
    [t('Third quartile'), box.thirdQuartile],
    [t('Median'), box.median],
    [t('First quartile'), box.firstQuartile],
    [t('Lower whisker'), box.low],
    [t('Smallest'), box.smallest],
  ]
  return lines.map(([name, value]) => ({ name, text: numberText(value, context) }))
}

/** A position for people: dates in the chart's date format, in UTC as everywhere in a result. */
export function positionText(
  value: Position,
  scale: ScaleKind,
  { options, settings }: Pick<TextContext, 'options' | 'settings'>,
): string {
  if (value === null) return settings.nullValue
  return scale === 'datetime' && typeof value === 'number'
    ? instantText(value, options.dateTimeFormat)
    : withoutMidnight(String(value))
}

/** Without a format the plain text (docs/reference/visualizations.md#date-formats). */
function instantText(instant: number, format: string): string {
  return format === '' ? withoutMidnight(utcText(instant)) : formatInstant(instantInUtc(instant), format)
}

const dateName = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

/** `@@x` of a category or a slice: one that is named by a date has the chart's date format (docs/reference/charts.md#point-texts). */
export function categoryText(name: string, { options }: Pick<TextContext, 'options'>): string {
  const instant = dateName.test(name) ? instantOf(name) : null
  return instant === null ? withoutMidnight(name) : instantText(instant, options.dateTimeFormat)
}

/** Does the template print this itself, so that the hover need not? */
export function templateNames(template: string, name: '@@x' | '@@name'): boolean {
  return template.includes(name)
}
