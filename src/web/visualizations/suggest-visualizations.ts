import type { VisualizationData } from '#visualizations/visualization.ts'
import {
  type ColumnFacts,
  factsOf,
  hasCountries,
  hasPlaces,
  hasRetention,
  hasSequences,
  hasStages,
  hasSteps,
  isCategory,
  type ResultFacts,
} from './result-facts.ts'
import { kindKey } from './visualization-kinds.ts'

/** A visualization that suits a result: a kind of the gallery, with options beyond those that its type suggests. */
export interface SuggestedVisualization {
  kind: string
  variant?: 'stacked' | 'horizontal'
}

const maxSuggestions = 4

/** Up to four kinds for the columns of a result, the best first. */
export function suggestVisualizations(data: VisualizationData): SuggestedVisualization[] {
  const facts = factsOf(data)
  if (facts.rows === 0) return []
  const all = [...fromNames(facts), ...fromShape(facts)]
  const first = all.filter((one, at) => all.findIndex((other) => same(one, other)) === at)
  return first.slice(0, maxSuggestions)
}

function same(one: SuggestedVisualization, other: SuggestedVisualization): boolean {
  return one.kind === other.kind && one.variant === other.variant
}

const chart = (type: string, variant?: SuggestedVisualization['variant']): SuggestedVisualization => ({
  kind: kindKey('CHART', type),
  ...(variant ? { variant } : {}),
})
const other = (type: string): SuggestedVisualization => ({ kind: kindKey(type) })

/** Columns whose names say what the result is for. */
function fromNames(facts: ResultFacts): SuggestedVisualization[] {
  return [
    ...(hasPlaces(facts) ? [other('MAP')] : []),
    ...(hasStages(facts) ? [other('SANKEY'), other('SUNBURST_SEQUENCE')] : []),
    ...(hasSequences(facts) ? [other('SUNBURST_SEQUENCE')] : []),
    ...(hasRetention(facts) ? [other('COHORT')] : []),
    // with several rows for a country, a map would show one of them
    ...(hasCountries(facts, { areUnique: true }) && facts.numbers.length > 0 ? [other('CHOROPLETH')] : []),
    ...(hasSteps(facts) ? [other('FUNNEL')] : []),
  ]
}

function fromShape(facts: ResultFacts): SuggestedVisualization[] {
  const { dates, texts, numbers, rows } = facts
  const hasNumbers = numbers.length > 0
  // of several rows it would show the first, as if that were all
  if (rows === 1) return hasNumbers ? [other('COUNTER')] : []
  const date = dates.find(({ distinct }) => distinct > 1)
  const categories = texts.filter(isCategory)
  return [
    ...(date && hasNumbers ? overTime(date, categories) : []),
    ...(hasNumbers && !date ? byCategory(categories, facts) : []),
    ...(!date && texts.length === 0 ? alongSteps(facts) : []),
    ...(numbers.length > 1 && rows > 4 ? points(numbers) : []),
    // too many names for an axis: still what many expect
    ...(hasNumbers && !date && texts.length > 0 && categories.length === 0 ? [chart('column')] : []),
    ...(hasNumbers && isRepeated(categories[0], rows) ? [chart('box')] : []),
    ...(texts.some(isWordy) ? [other('WORD_CLOUD')] : []),
    ...(texts.length > 0 && !hasNumbers ? [other('PIVOT')] : []),
    ...(hasNumbers && !date && texts.length === 0 && numbers.length === 1 ? [chart('box')] : []),
  ]
}

/** More bars would be as thin as hairlines. */
const maxBars = 40

function overTime(date: ColumnFacts, categories: readonly ColumnFacts[]): SuggestedVisualization[] {
  const [category] = categories.filter(({ distinct }) => distinct <= 12)
  const isFew = date.distinct <= maxBars
  if (!category) return [chart('line'), ...(isFew ? [chart('column')] : []), chart('area')]
  return [
    chart('line'),
    ...(isFew ? [chart('column', 'stacked')] : []),
    chart('area', 'stacked'),
    chart('heatmap'),
  ]
}

/** More slices could not be told apart. */
const maxSlices = 6
/** Longer names need a line of their own. */
const longName = 12

function byCategory(categories: readonly ColumnFacts[], { rows }: ResultFacts): SuggestedVisualization[] {
  const [first, second] = categories
  if (!first) return []
  if (second && !isUnique(first, rows)) return [chart('column', 'stacked'), chart('heatmap'), other('PIVOT')]
  const isLong = first.values.some((value) => String(value).length > longName) || first.distinct > 15
  const bars = [chart('column'), chart('column', 'horizontal')]
  return [
    ...(isLong ? bars.reverse() : bars),
    ...(first.distinct <= maxSlices && isUnique(first, rows) ? [chart('pie')] : []),
  ]
}

/** Hours, ages or months as numbers: a column before the measured ones that counts on from row to row. */
function alongSteps({ numbers, rows }: ResultFacts): SuggestedVisualization[] {
  const [first, ...measured] = numbers
  if (first === undefined || measured.length === 0 || first.filled < rows || rows < minSteps) return []
  const isCounted = first.values.every(
    (value, at) => Number.isInteger(value) && (at === 0 || Number(value) > Number(first.values[at - 1])),
  )
  return isCounted ? [...(rows <= maxBars ? [chart('column')] : []), chart('line')] : []
}

const minSteps = 3

function points(numbers: readonly ColumnFacts[]): SuggestedVisualization[] {
  return [chart('scatter'), ...(numbers.length > 2 ? [chart('bubble')] : [])]
}

function isUnique({ distinct }: ColumnFacts, rows: number): boolean {
  return distinct === rows
}

/** Single measurements, not one sum per name. */
function isRepeated(category: ColumnFacts | undefined, rows: number): boolean {
  return category !== undefined && category.distinct <= 12 && rows >= category.distinct * 5
}

/** Many short texts. */
function isWordy({ distinct, values }: ColumnFacts): boolean {
  return distinct > 20 && values.every((value) => typeof value === 'string' && value.length <= 40)
}

/** The kinds that can draw something of a result; the others are shown by their icons. */
export function drawableKinds(data: VisualizationData): ReadonlySet<string> {
  const facts = factsOf(data)
  if (facts.rows === 0) return new Set()
  const { dates, texts, numbers } = facts
  const names = dates.length + texts.length
  const hasNumbers = numbers.length > 0
  const drawn: readonly (readonly [string, boolean])[] = [
    ...['line', 'column', 'area'].map(
      (type) => [kindKey('CHART', type), hasNumbers && names + numbers.length > 1] as const,
    ),
    [kindKey('CHART', 'pie'), hasNumbers && names > 0],
    [kindKey('CHART', 'scatter'), numbers.length > 1 || (hasNumbers && names > 0)],
    [kindKey('CHART', 'bubble'), numbers.length > 2 || (numbers.length > 1 && names > 0)],
    [kindKey('CHART', 'heatmap'), hasNumbers && names > 1],
    [kindKey('CHART', 'box'), hasNumbers],
    ['CHOROPLETH', hasNumbers && hasCountries(facts)],
    ['COHORT', hasRetention(facts)],
    ['COUNTER', true],
    ['DETAILS', true],
    ['FUNNEL', hasNumbers && names > 0],
    ['MAP', hasPlaces(facts)],
    ['PIVOT', true],
    ['SANKEY', hasStages(facts)],
    ['SUNBURST_SEQUENCE', hasStages(facts) || hasSequences(facts)],
    ['TABLE', true],
    ['WORD_CLOUD', texts.length > 0],
  ]
  return new Set(drawn.flatMap(([kind, isDrawn]) => (isDrawn ? [kind] : [])))
}
