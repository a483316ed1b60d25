import { breaks } from '../breaks.ts'
import type { Sink } from '../connector.ts'
import { QueryFailed } from '../connector-errors.ts'
import { csvRecords } from '../csv-records.ts'
import { type RowFiller, rowFiller, type SeriesFiller } from '../filled-rows.ts'
import { type PulledFeed, pulledFeed } from '../remote-run.ts'
import { requireColumns } from '../result-limits.ts'
import { columnOf, type FluxKind, kindOf, positionIn, widened } from './flux-types.ts'

/** The columns are those of the tables in so much of the answer (UTF-16 units); most answers are shorter. */
const sampleLength = 8_000_000
/** counted for each cell in addition, as short ones need memory too */
const cellLength = 16

/** Tables with the same columns. */
interface Block {
  names: string[]
  kinds: FluxKind[]
  /** what an empty cell stands for */
  defaults: string[]
  filled: SeriesFiller | null
}

/**
 * Feeds the tables of an annotated CSV to a sink while they arrive: one result with the columns of all tables. Of a
 * long answer only the beginning is held; from then on the columns are fixed.
 */
export async function feedFlux(reply: Response, sink: Sink): Promise<void> {
  const rest = breaks()
  const columns = new Map<string, FluxKind>()
  const held: { block: Block; cells: string[] }[] = []
  let heldLength = 0
  let output: { filler: RowFiller; feed: PulledFeed } | null = null
  let annotations = new Map<string, string[]>()
  let block: Block | null = null

  const openBlock = (head: string[]): Block => {
    const [, ...names] = head
    requireColumns(names)
    const types = annotations.get('#datatype') ?? []
    const defaults = annotations.get('#default') ?? []
    annotations = new Map()
    if (names.length === 2 && names[0] === 'error') {
      return { names, kinds: ['text', 'text'], defaults: [], filled: null }
    }
    const kinds = names.map((_, at) => kindOf(types[at + 1] ?? 'string'))
    for (const [at, name] of names.entries()) {
      const kind = kinds[at] as FluxKind
      const known = columns.get(name)
      const both = known === undefined ? kind : widened(known, kind)
      if (output !== null && both !== known) throw new QueryFailed(lateColumn(name, known === undefined))
      columns.set(name, both)
    }
    requireColumns([...columns.keys()])
    return { names, kinds, defaults: names.map((_, at) => defaults[at + 1] ?? ''), filled: null }
  }
  const give = async (to: NonNullable<typeof output>, into: Block, cells: string[]) => {
    into.filled ??= to.filler.series(new Map(), into.names)
    into.filled.push(
      into.kinds.map((kind, at) => jsonOf(kind, cells[at + 1] || (into.defaults[at] as string))),
      to.feed,
    )
    await to.feed.room()
  }
  const begin = async () => {
    sink.columns(Array.from(columns, ([name, kind]) => columnOf(name, kind)))
    output = { filler: rowFiller([...columns.keys()]), feed: pulledFeed(sink) }
    for (const { block: into, cells } of held.splice(0)) {
      await give(output, into, cells)
      await rest()
    }
    return output
  }
  const readRow = async (into: Block, cells: string[]) => {
    if (cells.length !== into.names.length + 1) {
      throw new QueryFailed(
        `The server sent a row of ${cells.length - 1} cells for ${into.names.length} columns.`,
      )
    }
    if (into.names[0] === 'error' && into.names.length === 2) throw failureOf(cells[1] ?? '')
    if (output !== null) return await give(output, into, cells)
    held.push({ block: into, cells })
    for (const cell of cells) heldLength += cell.length + cellLength
    if (heldLength > sampleLength) await begin()
  }

  for await (const record of csvRecords(reply)) {
    const cells = record as string[]
    const [first = ''] = cells
    if (first.startsWith('#')) {
      annotations.set(first, cells)
      block = null
    } else if (block === null) block = openBlock(cells)
    else await readRow(block, cells)
    await rest()
  }
  const { feed } = output ?? (await begin())
  await feed.finish()
}

function jsonOf(kind: FluxKind, cell: string): string {
  if (cell === '') return 'null'
  return kind === 'text' || kind === 'time' ? JSON.stringify(cell) : cell
}

function failureOf(message: string): QueryFailed {
  return new QueryFailed(message, { position: positionIn(message) })
}

function lateColumn(name: string, isNew: boolean): string {
  const what = isNew ? 'comes only after' : 'has values of another type after'
  return `The column "${name}" ${what} a long part of the result. Keep the columns you need with keep(), convert them with toString() or toFloat(), or read the tables one by one.`
}
