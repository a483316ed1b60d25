import type { ColumnType } from '#shared/results/results-api.ts'
import type { Sink, SinkColumn } from '../connector.ts'
import { QueryFailed } from '../connector-errors.ts'
import { encodeText } from '../encode-cell.ts'
import { ConnectionLost, linesOf } from '../http-answer.ts'
import { cutList, cutObject, membersOf, readString } from '../json-cut.ts'
import { pulledFeed, type RemoteRun } from '../remote-run.ts'
import { maxRowBytes, requireColumns, rowTooLarge } from '../result-limits.ts'
import { clickhouseColumn } from './clickhouse-columns.ts'

/** What comes before the rows: names and types of the columns. */
const maxHead = 20_000_000
/** What comes after them: the totals, which are a row, and numbers. */
const maxTail = 40_000_000

/** What the server tells after the rows. */
export interface AnswerEnd {
  /** false: the statement has no result */
  hasResult: boolean
  readBytes: number | null
}

/**
 * Reads an answer in the format JSONCompact, in which each row is a line, or JSON, in which each is an object over
 * several lines, as it arrives. An error of the server that
 * comes after some rows, and an answer without its end, throw QueryFailed.
 */
export async function readCompact(reply: Response, sink: Sink, run: RemoteRun): Promise<AnswerEnd> {
  const feed = pulledFeed(sink)
  let phase: 'head' | 'rows' | 'tail' = 'head'
  let columns: SinkColumn[] = []
  const gathered: string[] = []
  let length = 0
  /** the lines of a row that is an object, and the line that ends it */
  let row: { lines: string[]; end: string; length: number } | null = null
  const gather = (line: string, limit: number) => {
    gathered.push(line)
    length += line.length
    if (length > limit) throw new QueryFailed('The server sent an answer of an unexpected form.')
  }
  const readLine = (whole: string) => {
    if (row !== null) return readRowLine(row, whole)
    const line = whole.trim()
    const first = line.charCodeAt(0)
    if (phase === 'head') {
      gather(line, maxHead)
      if (line !== '"data":') return
      columns = columnsOf(gathered.join('\n'))
      sink.columns(columns)
      gathered.length = 0
      length = 0
      phase = 'rows'
    } else if (phase === 'tail') {
      gather(line, maxTail)
    } else if (first === openList) {
      // the list of rows itself begins on a line of its own
      if (line.length === 1) return
      feed.push(cellsOf(line.endsWith(',') ? line.slice(0, -1) : line, columns), line.length)
    } else if (line === '{') {
      row = { lines: ['{'], end: whole.replace('{', '}'), length: 1 }
    } else if (first === closeList) {
      phase = 'tail'
    } else if (line !== '') {
      phase = 'tail'
      gather(line, maxTail)
    }
  }
  const readRowLine = (open: NonNullable<typeof row>, line: string) => {
    open.length += line.length
    if (open.length > maxRowBytes) throw new QueryFailed(rowTooLarge)
    if (line !== open.end && line !== `${open.end},`) {
      // a line break is never within a text: lists and objects are on one line again
      open.lines.push(line.trimStart())
      return
    }
    row = null
    const cells = membersOf(`${open.lines.join('')}}`).map(([, value]) => value)
    feed.push(checked(cells, columns), open.length)
  }
  try {
    for await (const lines of linesOf(reply)) {
      run.touch()
      for (const line of lines) readLine(line.endsWith('\r') ? line.slice(0, -1) : line)
      await feed.room()
    }
  } catch (error) {
    // after an error the server breaks the answer off
    const told =
      error instanceof ConnectionLost ? exceptionIn([...gathered, error.unfinished].join('\n')) : null
    throw told === null ? error : new QueryFailed(told, { cause: error })
  }
  if (row !== null) throw new ConnectionLost(null)
  const rest = gathered.join('\n').trim()
  if (phase === 'head') {
    if (rest === '') return { hasResult: false, readBytes: null }
    throw new QueryFailed(unexpected(rest))
  }
  const { totals, readBytes } = endOf(rest)
  if (totals !== null) feed.push(totalsRow(totals, columns), totals.length)
  await feed.finish()
  return { hasResult: true, readBytes }
}

const openList = 0x5b
const closeList = 0x5d

/** `{"meta": [{"name", "type"}, …], "data":` */
function columnsOf(head: string): SinkColumn[] {
  const meta = cutObject(`${head} []}`).get('meta')
  const columns = cutList(meta ?? '').map((item) => {
    const members = cutObject(item)
    const [name, type] = ['name', 'type'].map((key) => readString(members.get(key) ?? ''))
    if (name == null || type == null) throw new QueryFailed(unexpected(head))
    return { name, type }
  })
  requireColumns(columns.map(({ name }) => name))
  return columns.map(({ name, type }) => clickhouseColumn(name, type))
}

function cellsOf(row: string, columns: readonly SinkColumn[]): (string | null)[] {
  return checked(row.startsWith('{') ? membersOf(row).map(([, value]) => value) : cutList(row), columns)
}

function checked(cells: (string | null)[], columns: readonly SinkColumn[]): (string | null)[] {
  if (cells.length !== columns.length) {
    throw new QueryFailed(`The server sent a row of ${cells.length} cells for ${columns.length} columns.`)
  }
  for (let at = 0; at < cells.length; at++) if (cells[at] === 'null') cells[at] = null
  return cells
}

function endOf(tail: string): { totals: string | null; readBytes: number | null } {
  if (!/^[,"}]/.test(tail)) throw tail === '' ? new ConnectionLost(null) : new QueryFailed(unexpected(tail))
  if (!tail.endsWith('}')) throw new ConnectionLost(null)
  const members = cutObject(`{${tail.replace(/^,/, '')}`)
  const exception = readString(members.get('exception') ?? '')
  if (exception !== null) throw new QueryFailed(exception)
  const statistics = members.get('statistics')
  const bytes = statistics === undefined ? Number.NaN : Number(cutObject(statistics).get('bytes_read'))
  return { totals: members.get('totals') ?? null, readBytes: Number.isFinite(bytes) ? bytes : null }
}

/** As Redash shows them: a last row, with `Total` in the columns of text. Numbers stay, others are empty. */
function totalsRow(totals: string, columns: SinkColumn[]): (string | null)[] {
  const kept: ReadonlySet<ColumnType | null> = new Set(['integer', 'float'])
  return cellsOf(totals, columns).map((cell, at) => {
    const type = columns[at]?.type ?? null
    if (type === 'string') return encodeText('Total')
    return kept.has(type) ? cell : null
  })
}

/** What is no answer of this format is most often the text of an error. */
function unexpected(text: string): string {
  const told = exceptionIn(text)
  if (told !== null) return told
  return `The server sent an answer of an unexpected form. If the query has a FORMAT, leave it out. ${text.slice(0, 2000)}`
}

/** `Code: 395. DB::Exception: …`, without the marks that newer servers put around it. */
function exceptionIn(text: string): string | null {
  const member = /"exception": ("Code: (?:\\.|[^"\\])*")/.exec(text)
  if (member !== null) return readString(member[1] ?? '')
  const found = /Code: \d+\. DB::Exception: [\s\S]*/.exec(text)
  return found === null ? null : found[0].replace(/\s+\d+ \w+\s+__exception__\s*$/, '').trim()
}
