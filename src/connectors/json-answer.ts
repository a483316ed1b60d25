import { breaks } from './breaks.ts'
import { QueryFailed } from './connector-errors.ts'
import { bytesOf, ConnectionLost } from './http-answer.ts'
import { itemsOf } from './json-cut.ts'
import { type JsonSlice, jsonSlicer } from './json-slices.ts'
import type { RemoteRun } from './remote-run.ts'

/** Rows that come before the names of their columns wait for them. */
const maxWaiting = 130_000_000
/** Enough of the beginning to show what came instead. */
const maxHead = 4000

export interface JsonAnswerPaths {
  rows: readonly string[]
  others: Readonly<Record<string, readonly string[]>>
}

export interface JsonAnswerReader {
  /** a value at one of the other paths */
  other(name: string, text: string): void
  /** whether rows can be read: the columns are known */
  isReady(): boolean
  row(text: string): void
  /** waits until the sink can take more */
  room(): Promise<void>
}

/**
 * Reads an answer that is one JSON document with a list of rows, as it arrives. Returns whether it has that list; null in its
 * place counts as none. Throws ConnectionLost if it breaks off, and QueryFailed if it is not JSON.
 */
export async function readJsonAnswer(
  reply: Response,
  { rows, others }: JsonAnswerPaths,
  reader: JsonAnswerReader,
  run: RemoteRun,
): Promise<boolean> {
  let heard: JsonSlice[] = []
  let waiting: string[] = []
  let waitingLength = 0
  let [hasRows, isNull, head, length] = [false, false, '', 0]
  const rest = breaks()
  const slicer = jsonSlicer({ rows, other: null, others }, (slice) => heard.push(slice))
  const readRows = async (slice: string) => {
    for (const row of itemsOf(`[${slice}]`)) {
      reader.row(row)
      await rest()
      await reader.room()
    }
  }
  const readHeard = async () => {
    const slices = heard
    heard = []
    for (const { kind, text, name = '' } of slices) {
      if (kind === 'other') reader.other(name, text)
      else if (kind === 'single') {
        if (text !== 'null') throw new QueryFailed('The server sent rows that are no list.')
        isNull = true
      } else if (reader.isReady()) await readRows(text)
      else {
        waiting.push(text)
        waitingLength += text.length
        if (waitingLength > maxWaiting) {
          throw new QueryFailed('The server sent more than 130 MB of rows before the names of their columns.')
        }
      }
      if (!reader.isReady()) continue
      const early = waiting
      waiting = []
      for (const slice of early) await readRows(slice)
    }
  }
  for await (const part of bytesOf(reply)) {
    run.touch()
    length += part.length
    if (head.length < maxHead) head += Buffer.from(part.subarray(0, maxHead)).toString()
    try {
      slicer.write(part)
    } catch (error) {
      throw error instanceof QueryFailed && length <= part.length
        ? new QueryFailed(`${error.message} It begins: ${head.slice(0, 1000)}`, { cause: error })
        : error
    }
    await readHeard()
  }
  try {
    slicer.finish()
    hasRows = true
  } catch (error) {
    await readHeard()
    if (length === 0) throw new ConnectionLost(error)
    if (!isWhole(error)) throw error
  }
  await readHeard()
  if (waiting.length > 0) throw new QueryFailed('The server sent rows without the names of their columns.')
  return hasRows && !isNull
}

/** The document is complete, and only lacks the rows. */
function isWhole(error: unknown): boolean {
  return error instanceof QueryFailed && error.message.startsWith("Couldn't find path")
}
