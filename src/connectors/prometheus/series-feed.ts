import { breaks } from '../breaks.ts'
import type { Sink, SinkColumn } from '../connector.ts'
import { QueryFailed } from '../connector-errors.ts'
import { encodeText, refuseCell } from '../encode-cell.ts'
import { type RowFiller, rowFiller } from '../filled-rows.ts'
import { bytesOf } from '../http-answer.ts'
import { jsonNumber, jsonString } from '../json-cells.ts'
import { cutList, cutObject, itemsOf, readString } from '../json-cut.ts'
import { jsonSlicer } from '../json-slices.ts'
import { type PulledFeed, pulledFeed } from '../remote-run.ts'
import { maxColumns, requireColumns } from '../result-limits.ts'

/** The columns are the labels of the series in so much of the answer, which is held for that; most answers are shorter. */
const maxHeld = 32_000_000
const megabytes = `${maxHeld / 1_000_000} MB`
/** Bytes of one series, which is held as a whole: servers send up to some 30,000 points. */
const usualSeries = 8_000_000

/** Two columns come before the labels, whose names could be the same. */
const [time, value] = ['timestamp', 'value'] as const

export interface SeriesRules {
  /** an answer without series is a result without rows, not an error */
  mayBeEmpty: boolean
  /** bytes */
  maxSeries: number
}

const usualRules: SeriesRules = { mayBeEmpty: false, maxSeries: usualSeries }

/**
 * Feeds the series of an answer to a sink while it arrives, in turns; lines of logs (`streams`) as well. Of a long one
 * only the beginning is held; from then on the columns are fixed. Returns how many rows there were.
 */
export async function feedSeries(
  reply: Response,
  sink: Sink,
  { mayBeEmpty, maxSeries }: SeriesRules = usualRules,
): Promise<number> {
  const rest = breaks()
  const labels = new Set<string>()
  const held: string[] = []
  let heldLength = 0
  let kind: string | null = null
  let isEmpty = true
  let count = 0
  let output: { filler: RowFiller; feed: PulledFeed } | null = null
  /** since the last series that is whole */
  let bytes = 0
  const arrived: string[] = []
  const slicer = jsonSlicer({ rows: ['data', 'result'], other: ['data', 'resultType'] }, (slice) => {
    if (slice.kind === 'other') kind = readString(slice.text)
    else if (slice.kind === 'elements') arrived.push(slice.text)
    bytes = 0
  })

  const survey = async (slice: string) => {
    for (const one of itemsOf(`[${slice}]`)) {
      isEmpty = false
      // of a scalar, the elements are a time and a number
      if (!one.startsWith('{')) continue
      const own = labelsOf(cutObject(one, maxColumns))
      for (const name of cutObject(own, maxColumns).keys()) labels.add(name)
      // they do not become fewer
      if (labels.size > maxColumns) requireColumns([...labels])
      await rest()
    }
    held.push(slice)
    heldLength += slice.length
  }
  const give = async (slice: string, to: NonNullable<typeof output>) => {
    for (const one of itemsOf(`[${slice}]`)) {
      await giveOne(one, to)
      await rest()
    }
  }
  const giveOne = async (one: string, { filler, feed }: NonNullable<typeof output>) => {
    const members = cutObject(one, maxColumns)
    const metric = new Map<string, string>()
    for (const [name, cell] of cutObject(labelsOf(members), maxColumns)) {
      if (!filler.has(labelled(name))) throw new QueryFailed(lateLabel(name))
      metric.set(labelled(name), cell)
    }
    const filled = filler.series(metric, [time, value])
    const sample = members.get('value')
    for (const each of sample === undefined ? itemsOf(members.get('values') ?? '[]') : [sample]) {
      // a line of a log may have facts of its own behind it, which are among the labels too
      const cells = cutList(each, 3)
      if (cells.length < 2) throw new QueryFailed('The server sent a sample without a time or a value.')
      filled.push(cells, feed)
      count++
      await feed.room()
      await rest()
    }
  }
  const begin = async () => {
    const columns: SinkColumn[] = [
      ...(kind === 'streams' ? lineColumns : sampleColumns),
      ...Array.from(labels, (name) => ({ name, type: 'string' as const, encode: jsonString })),
    ]
    requireColumns(columns.map(({ name }) => name))
    sink.columns(columns)
    output = { filler: rowFiller([time, value, ...Array.from(labels, labelled)]), feed: pulledFeed(sink) }
    // a scalar or a text is one sample without labels
    const isSample = kind === 'scalar' || kind === 'string'
    const slices = isSample ? [`{"value": [${held.join(',')}]}`] : held
    for (const slice of slices) await give(slice, output)
    held.length = 0
    return output
  }

  for await (const part of bytesOf(reply)) {
    bytes += part.length
    slicer.write(part)
    if (bytes > maxSeries) throw new QueryFailed(seriesTooLarge(maxSeries))
    for (const slice of arrived.splice(0)) {
      if (output !== null) await give(slice, output)
      else {
        await survey(slice)
        if (heldLength > maxHeld) await begin()
      }
    }
    await rest()
  }
  slicer.finish()
  if (isEmpty && !mayBeEmpty) throw new QueryFailed('query result is empty.')
  const { feed } = output ?? (await begin())
  await feed.finish()
  return count
}

function labelsOf(series: ReadonlyMap<string, string>): string {
  return series.get('metric') ?? series.get('stream') ?? '{}'
}

/** No label has such a name. */
function labelled(name: string): string {
  return `label ${name}`
}

function seriesTooLarge(bytes: number): string {
  return `A series of the answer is larger than ${bytes / 1_000_000} MB. Choose a longer step, or a shorter time.`
}

function lateLabel(name: string): string {
  return `The label "${name}" comes only after the first ${megabytes} of the answer, when the columns are fixed. Choose fewer series, or a longer step.`
}

/** Nanoseconds since 1970, as a text: the last digits are more than a time here has. */
function encodeNanoseconds(cell: unknown): string {
  const digits = readString(String(cell)) ?? ''
  const moment = new Date(/^\d{7,20}$/.test(digits) ? Number(digits.slice(0, -6)) : Number.NaN)
  return Number.isNaN(moment.getTime()) ? refuseCell(digits, 'datetime') : encodeText(moment.toISOString())
}

/** Seconds since 1970, with a fraction. */
function encodeSeconds(cell: unknown): string {
  const moment = new Date(Math.round(Number(cell) * 1000))
  return Number.isNaN(moment.getTime())
    ? refuseCell(String(cell), 'datetime')
    : encodeText(moment.toISOString())
}

const sampleColumns: readonly SinkColumn[] = [
  { name: time, type: 'datetime', encode: encodeSeconds },
  { name: value, type: 'float', encode: jsonNumber },
]

const lineColumns: readonly SinkColumn[] = [
  { name: time, type: 'datetime', encode: encodeNanoseconds },
  { name: 'line', type: 'string', encode: jsonString },
]
