import type { ColumnType } from '#shared/results/results-api.ts'
import type { CellEncoder, Sink, SinkColumn } from '../connector.ts'
import { QueryFailed } from '../connector-errors.ts'
import { jsonBoolean, jsonMoment, jsonNumber, jsonString } from '../json-cells.ts'
import { cutList, cutObject, readString } from '../json-cut.ts'
import { type PulledFeed, pulledFeed } from '../remote-run.ts'
import { requireColumns } from '../result-limits.ts'

/** The columns are those of the series in so much of the answer (UTF-16 units); most answers are shorter. */
const sampleLength = 8_000_000

interface Series {
  columns: string[]
  tags: Map<string, string>
  rows: string[]
  length: number
}

export interface SeriesReader {
  /** a part of the answer: `{"results": [{"series": […]}]}`. Throws QueryFailed for errors in it */
  read(part: string): Promise<void>
  finish(): Promise<void>
}

/** Feeds series to a sink: the columns of all of them, and then their tags. */
export function seriesReader(sink: Sink): SeriesReader {
  let sample: Series[] | null = []
  let sampled = 0
  let names: string[] = []
  let known = new Set<string>()
  let feed: PulledFeed | null = null

  const begin = async (series: readonly Series[]): Promise<PulledFeed> => {
    names = columnNames(series)
    known = new Set(names)
    requireColumns(names)
    sink.columns(columnsOf(names, series))
    const begun = pulledFeed(sink)
    sample = null
    for (const one of series) await give(one, begun)
    return begun
  }
  const give = async ({ columns, tags, rows, length }: Series, to: PulledFeed) => {
    const unknown = [...columns, ...tags.keys()].find((name) => !known.has(name))
    if (unknown !== undefined) {
      throw new QueryFailed(
        `The column "${unknown}" comes only after a long part of the result. Select measurements with different columns one by one.`,
      )
    }
    const places = new Map(columns.map((name, at) => [name, at]))
    for (const row of rows) {
      const values = cutList(row)
      const cells = names.map((name) => {
        const at = places.get(name)
        const cell = at === undefined ? tags.get(name) : values[at]
        return cell === undefined || cell === 'null' ? null : cell
      })
      to.push(cells, row.length + length / rows.length)
      await to.room()
    }
  }
  return {
    async read(part) {
      for (const series of seriesOf(part)) {
        if (sample === null) {
          if (feed !== null) await give(series, feed)
          continue
        }
        sample.push(series)
        sampled += series.length
        if (sampled > sampleLength) feed = await begin(sample)
      }
    },
    async finish() {
      feed ??= await begin(sample ?? [])
      await feed.finish()
    },
  }
}

function seriesOf(part: string): Series[] {
  const answer = cutObject(part)
  requireNoError(answer)
  return cutList(answer.get('results') ?? '[]').flatMap((item) => {
    const result = cutObject(item)
    requireNoError(result)
    return cutList(result.get('series') ?? '[]').map((one): Series => {
      const members = cutObject(one)
      const columns = cutList(members.get('columns') ?? '[]').map((name) => readString(name) ?? '')
      const tags = cutObject(members.get('tags') ?? '{}')
      return { columns, tags, rows: cutList(members.get('values') ?? '[]'), length: one.length }
    })
  })
}

function requireNoError(members: ReadonlyMap<string, string>): void {
  const error = readString(members.get('error') ?? '')
  if (error !== null) throw new QueryFailed(error)
}

function columnNames(series: readonly Series[]): string[] {
  const columns = new Set(series.flatMap((one) => one.columns))
  for (const one of series) for (const tag of one.tags.keys()) columns.add(tag)
  return [...columns]
}

type Kind = 'number' | 'boolean' | 'time' | 'text'

const encoders: Readonly<Record<Kind, CellEncoder>> = {
  number: jsonNumber,
  boolean: jsonBoolean,
  time: jsonMoment,
  text: jsonString,
}

/** By their values: the server does not tell types. */
function columnsOf(names: readonly string[], series: readonly Series[]): SinkColumn[] {
  const kinds = new Map<string, Kind>()
  const fractions = new Set<string>()
  for (const { columns, rows } of series) {
    for (const row of rows) {
      const cells = cutList(row)
      for (const [at, name] of columns.entries()) {
        const cell = cells[at] ?? 'null'
        if (cell === 'null') continue
        const kind = kindOf(name, cell)
        kinds.set(name, (kinds.get(name) ?? kind) === kind ? kind : 'text')
        if (kind === 'number' && /[.eE]/.test(cell)) fractions.add(name)
      }
    }
  }
  return names.map((name) => {
    const kind = kinds.get(name) ?? 'text'
    const types: Record<Kind, ColumnType> = {
      ...{
        number: fractions.has(name) ? 'float' : 'integer',
        boolean: 'boolean',
        time: 'datetime',
        text: 'string',
      },
    }
    return { name, type: types[kind], encode: encoders[kind] }
  })
}

function kindOf(name: string, cell: string): Kind {
  if (cell.startsWith('"')) return name === 'time' && /^"\d{4}-\d\d-\d\dT/.test(cell) ? 'time' : 'text'
  return cell === 'true' || cell === 'false' ? 'boolean' : 'number'
}
