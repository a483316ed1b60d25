import type { ColumnType } from '#shared/results/results-api.ts'
import { breaks } from '../breaks.ts'
import type { CellEncoder, Sink, SinkColumn } from '../connector.ts'
import { QueryFailed } from '../connector-errors.ts'
import { type RowFiller, rowFiller } from '../filled-rows.ts'
import { jsonBoolean, jsonMoment, jsonNumber, jsonString } from '../json-cells.ts'
import { cutList, cutObject, itemsOf, readString } from '../json-cut.ts'
import { type PulledFeed, pulledFeed } from '../remote-run.ts'
import { maxColumns, requireColumns } from '../result-limits.ts'

/** The columns are those of the series in so much of the answer (UTF-16 units); most answers are shorter. */
const sampleLength = 8_000_000
/** counted for each part of it in addition: many small ones need memory too */
const partLength = 100

interface Series {
  columns: string[]
  tags: Map<string, string>
  /** JSON text of the list of rows, which can be long */
  rows: string
}

export interface SeriesReader {
  /** a part of the answer: `{"results": [{"series": […]}]}`. Throws QueryFailed for errors in it */
  read(part: string): Promise<void>
  finish(): Promise<void>
}

/**
 * Feeds series to a sink: the columns of all of them, and then their tags. All work is in turns, and bounded by the
 * length of what the server sent: a row has as many cells as its series has columns.
 */
export function seriesReader(sink: Sink): SeriesReader {
  const rest = breaks()
  const seen = evidence()
  let sample: string[] = []
  let sampled = 0
  let output: { filler: RowFiller; feed: PulledFeed } | null = null

  const survey = async (part: string) => {
    for await (const series of seriesOf(part, rest)) {
      seen.noteSeries(series)
      for (const row of itemsOf(series.rows)) {
        seen.noteRow(series.columns, cellsOf(row, series))
        await rest()
      }
    }
  }
  const give = async (part: string, { filler, feed }: NonNullable<typeof output>) => {
    for await (const series of seriesOf(part, rest)) {
      const { columns, tags } = series
      const unknown = [...columns, ...tags.keys()].find((name) => !filler.has(name))
      if (unknown !== undefined) {
        throw new QueryFailed(
          `The column "${unknown}" comes only after a long part of the result. Select measurements with different columns one by one.`,
        )
      }
      const filled = filler.series(tags, columns)
      for (const row of itemsOf(series.rows)) {
        filled.push(cellsOf(row, series), feed)
        await feed.room()
        await rest()
      }
    }
  }
  const begin = async () => {
    const columns = seen.columns()
    const names = columns.map(({ name }) => name)
    requireColumns(names)
    sink.columns(columns)
    output = { filler: rowFiller(names), feed: pulledFeed(sink) }
    for (const part of sample) await give(part, output)
    sample = []
    return output
  }
  return {
    async read(part) {
      if (output !== null) return await give(part, output)
      await survey(part)
      sample.push(part)
      sampled += part.length + partLength
      if (sampled > sampleLength) await begin()
    },
    async finish() {
      const { feed } = output ?? (await begin())
      await feed.finish()
    },
  }
}

async function* seriesOf(part: string, rest: ReturnType<typeof breaks>): AsyncGenerator<Series> {
  const answer = cutObject(part, maxColumns)
  requireNoError(answer)
  await rest()
  for (const item of itemsOf(answer.get('results') ?? '[]')) {
    const result = cutObject(item, maxColumns)
    requireNoError(result)
    await rest()
    for (const one of itemsOf(result.get('series') ?? '[]')) {
      const members = cutObject(one, maxColumns)
      await rest()
      yield {
        columns: cutList(members.get('columns') ?? '[]', maxColumns).map((name) => readString(name) ?? ''),
        tags: cutObject(members.get('tags') ?? '{}', maxColumns),
        rows: members.get('values') ?? '[]',
      }
    }
  }
}

function cellsOf(row: string, { columns }: Series): string[] {
  const cells = cutList(row, columns.length)
  if (cells.length === columns.length) return cells
  throw new QueryFailed(`The server sent a row of ${cells.length} cells for ${columns.length} columns.`)
}

function requireNoError(members: ReadonlyMap<string, string>): void {
  const error = readString(members.get('error') ?? '')
  if (error !== null) throw new QueryFailed(error)
}

type Kind = 'number' | 'boolean' | 'time' | 'text'

const encoders: Readonly<Record<Kind, CellEncoder>> = {
  number: jsonNumber,
  boolean: jsonBoolean,
  time: jsonMoment,
  text: jsonString,
}

/** The columns by their values: the server does not tell types. */
function evidence() {
  const columns = new Set<string>()
  const tags = new Set<string>()
  const kinds = new Map<string, Kind>()
  const fractions = new Set<string>()
  return {
    noteSeries(series: Series) {
      for (const name of series.columns) columns.add(name)
      for (const name of series.tags.keys()) {
        tags.add(name)
        // also where another series has a column of this name
        kinds.set(name, 'text')
      }
      // they do not become fewer: nothing is held for a result that cannot be
      if (columns.size + tags.size > 2 * maxColumns) requireColumns([...columns, ...tags])
    },
    noteRow(names: readonly string[], cells: readonly string[]) {
      for (let at = 0; at < cells.length; at++) {
        const [name, cell] = [names[at] as string, cells[at] as string]
        if (cell === 'null') continue
        const kind = kindOf(name, cell)
        kinds.set(name, (kinds.get(name) ?? kind) === kind ? kind : 'text')
        if (kind === 'number' && /[.eE]/.test(cell)) fractions.add(name)
      }
    },
    columns(): SinkColumn[] {
      return [...new Set([...columns, ...tags])].map((name) => {
        const kind = kinds.get(name) ?? 'text'
        const types: Record<Kind, ColumnType> = {
          number: fractions.has(name) ? 'float' : 'integer',
          boolean: 'boolean',
          time: 'datetime',
          text: 'string',
        }
        return { name, type: types[kind], encode: encoders[kind] }
      })
    },
  }
}

function kindOf(name: string, cell: string): Kind {
  if (cell.startsWith('"')) return name === 'time' && /^"\d{4}-\d\d-\d\dT/.test(cell) ? 'time' : 'text'
  return cell === 'true' || cell === 'false' ? 'boolean' : 'number'
}
