import { offsetAt, positionAt } from '#shared/sql/text-position.ts'
import { breaks } from '../breaks.ts'
import type { Sink } from '../connector.ts'
import { QueryFailed } from '../connector-errors.ts'
import { itemsOf, readString } from '../json-cut.ts'
import { EnoughRows, pulledFeed, runRemotely } from '../remote-run.ts'
import { askForText, type ElasticsearchLink, ElasticsearchRefusal } from './elasticsearch-link.ts'
import { endSearches } from './elasticsearch-tasks.ts'
import { cellsOf, partsOf, readSqlColumns } from './sql-columns.ts'
import type { SqlRoute } from './sql-routes.ts'

/** One statement, in the form in which it is sent. */
export interface SqlRequest {
  route: SqlRoute
  body: Readonly<Record<string, unknown>>
  /** maps a position in the sent statement to the position in the text */
  originalOffset(offset: number): number
}

/** Runs one statement, and passes its rows to the sink, page by page. */
export async function runSqlRequest(
  link: ElasticsearchLink,
  text: string,
  request: SqlRequest,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  try {
    await runRemotely({ signal, end: (own) => endSearches(link, own) }, async (run) => {
      await readPages(link, request, sink, run.signal)
    })
  } catch (error) {
    if (error instanceof EnoughRows) return
    throw error instanceof ElasticsearchRefusal ? located(error, text, request) : error
  }
}

async function readPages(
  link: ElasticsearchLink,
  { route, body }: SqlRequest,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  const ask = async (page: Readonly<Record<string, unknown>>) =>
    partsOf(await askForText(link, { method: 'POST', path: route.path, body: JSON.stringify(page) }, signal))
  const rest = breaks()
  const feed = pulledFeed(sink)
  let count: number | null = null
  let cursor: string | null = null
  try {
    for (let page: Readonly<Record<string, unknown>> = body; ; page = { cursor }) {
      const answer = await ask(page)
      requireWhole(answer)
      const rows = answer.get(route.rows) ?? '[]'
      cursor = readString(answer.get('cursor') ?? '') || null
      if (count === null) {
        const columns = await readSqlColumns(answer.get(route.columns) ?? '[]', rows)
        sink.columns(columns)
        count = columns.length
      }
      for (const row of itemsOf(rows)) {
        const cells = cellsOf(row, count)
        feed.push(
          cells.map((cell) => (cell === 'null' ? null : cell)),
          row.length,
        )
        await feed.room()
        await rest()
      }
      if (cursor === null) break
    }
    await feed.finish()
  } catch (error) {
    if (cursor !== null && route.closePath !== null) {
      const body = JSON.stringify({ cursor })
      await askForText(
        link,
        { method: 'POST', path: route.closePath, body },
        AbortSignal.timeout(2000),
      ).catch(
        // it ends by itself after a while
        () => '',
      )
    }
    throw error
  }
}

/** Some releases answer with what they have when a part of the cluster fails, and say so. */
function requireWhole(answer: ReadonlyMap<string, string>): void {
  if (answer.get('is_partial') === 'true') {
    throw new QueryFailed(
      'The server could read only a part of the data: a shard or a cluster did not answer.',
    )
  }
}

/** Errors of SQL and ES|QL name the line and the column. */
function located(error: ElasticsearchRefusal, text: string, { body, originalOffset }: SqlRequest): Error {
  const [, line, column] = /\bline (\d+):(\d+)/.exec(error.message) ?? []
  if (line === undefined || column === undefined) return error
  const sent = String(body['query'])
  const offset = offsetAt(sent, { line: Number(line), column: Number(column) })
  return new QueryFailed(error.message, {
    position: positionAt(text, originalOffset(offset)),
    cause: error,
  })
}
