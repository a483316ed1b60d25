import type { Sink } from '../connector.ts'
import { QueryFailed } from '../connector-errors.ts'
import { EnoughRows, type PulledFeed, pulledFeed } from '../remote-run.ts'
import { requireColumns } from '../result-limits.ts'
import { WireFault } from '../wire-fault.ts'
import { verticaColumn } from './vertica-columns.ts'
import type { VerticaLink } from './vertica-link.ts'
import { readFields, readServerMessage, type ServerMessage, type VerticaReader } from './vertica-wire.ts'

/** How the answer to one statement went, also when reading it failed half-way. */
export interface AnswerState {
  hasResult: boolean
  /** the rest of it is read past */
  isOver: boolean
  isEnough: boolean
  /** of the sink, or of what it was to get */
  sinkFailure: { error: unknown } | null
  /** of the server */
  failure: ServerMessage | null
}

/** Messages that a statement may bring beside rows: notices, settings. */
const maxBesides = 10_000
/** One less than the log of a result takes: a line says that there were more. */
const maxNotices = 999

/** Reads until the server is ready for the next statement. `end` asks it to end this one. */
export async function readAnswer(
  link: VerticaLink,
  to: { target: Sink | null; log: Sink['log'] },
  state: AnswerState,
  end: () => void,
): Promise<void> {
  const into: { feed: PulledFeed | null } = { feed: null }
  let width = 0
  let besides = 0
  let notices = 0
  const giveUp = (error: unknown) => {
    state.isOver = true
    if (error instanceof EnoughRows) state.isEnough = true
    else state.sinkFailure ??= { error }
    end()
  }
  const begin = (body: VerticaReader) => {
    if (state.hasResult) throw new WireFault('The server sent two results for one statement.')
    state.hasResult = true
    if (to.target === null || state.isOver) return
    try {
      const fields = readFields(body)
      if (fields === null) throw new QueryFailed(complexTypes)
      requireColumns(fields.map(({ name }) => name))
      width = fields.length
      to.target.columns(fields.map(verticaColumn))
      into.feed = pulledFeed(to.target)
    } catch (error) {
      if (error instanceof WireFault) throw error
      giveUp(error)
    }
  }
  for (;;) {
    const code = await link.next()
    if (code === 'D') {
      const { feed } = into
      if (feed === null || state.isOver) await link.discard()
      else {
        const body = await link.body()
        const size = body.left
        try {
          feed.push(cellsOf(body, width), size)
          await feed.room()
        } catch (error) {
          if (error instanceof WireFault) throw error
          giveUp(error)
        }
      }
      continue
    }
    if (++besides > maxBesides)
      throw new WireFault('The server sent more messages without rows than make sense.')
    if (/[FGHJOc]/.test(code)) throw new QueryFailed(copiesFiles)
    const body = await link.body()
    if (code === 'T') begin(body)
    else if (code === 'E') state.failure ??= readServerMessage(body)
    else if (code === 'N') {
      const { severity, text } = readServerMessage(body)
      if (++notices <= maxNotices) to.log(`${severity || 'NOTICE'}: ${text}`)
    } else if (code === 'Z') break
    else if (!/[CIKSmn]/.test(code))
      throw new WireFault('The server sent a message that Sextant does not know.')
  }
  if (notices > maxNotices) to.log(`${notices - maxNotices} more notices of the server are left out.`)
  if (state.isOver) return
  await into.feed?.finish().catch(giveUp)
}

const complexTypes =
  'The result has a column of a complex type, such as ROW or ARRAY. Turn it into a text, for example with to_json(…).'
const copiesFiles = 'The statement copies files of the client, which a data source may not read or write.'

function cellsOf(body: VerticaReader, width: number): (string | null)[] {
  if (body.int16() !== width) throw new WireFault('The server sent a row of another width than its result.')
  const cells: (string | null)[] = []
  for (let at = 0; at < width; at++) {
    const length = body.int32()
    cells.push(length === -1 ? null : body.bytes(length).toString('utf8'))
  }
  return cells
}
