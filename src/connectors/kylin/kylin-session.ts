import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { isPhrase } from '#shared/messages/phrase.ts'
import type { ColumnType } from '#shared/results/results-api.ts'
import type { BoundValue } from '#shared/sql/bound-value.ts'
import { offsetAt, positionAt } from '#shared/sql/text-position.ts'
import { listOfTables } from '../answer.ts'
import type { CellEncoder, ConnectorHost, ConnectorOptions, Session, Sink, SinkColumn } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { startOf, textOf } from '../http-answer.ts'
import { readJsonAnswer } from '../json-answer.ts'
import {
  jsonBoolean,
  jsonDate,
  jsonDouble,
  jsonInteger,
  jsonMoment,
  jsonNumber,
  jsonString,
} from '../json-cells.ts'
import { cutList, cutObject, readString } from '../json-cut.ts'
import { readStatements } from '../read-statements.ts'
import { EnoughRows, type PulledFeed, pulledFeed, runRemotely } from '../remote-run.ts'
import { requireColumns } from '../result-limits.ts'
import { requireSendable } from '../sendable-text.ts'
import { calciteDialect } from '../standard-dialect.ts'
import { type KylinOptions, readKylinOptions } from './kylin-options.ts'

/** Nothing is connected until the first request: the API has no sessions. */
export async function openKylin(stored: ConnectorOptions, host: ConnectorHost): Promise<Session> {
  const options = readKylinOptions(stored)
  if (isPhrase(options)) throw new ConnectionFailed(String(options))
  const tables = async (signal: AbortSignal) => {
    return await runRemotely({ signal, end: async () => {} }, async (run) => {
      const path = `/api/tables_and_columns?project=${encodeURIComponent(options.project)}`
      const reply = await host.fetchServer(options.url + path, { headers: options.headers }, run.signal)
      if (reply.status !== 200) throw await refusalOf(reply, options, '')
      return tablesIn(await textOf(reply, listOfTables.length, listOfTables.message), options)
    })
  }
  return {
    run: (text, sink, signal, values) => runKylin(options, host, text, sink, signal, values ?? []),
    // names what is wrong with the project too
    ping: async (signal) => {
      await tables(signal)
    },
    tables,
    async close() {},
  }
}

/** Statements are sent one by one, and the last result counts. */
async function runKylin(
  options: KylinOptions,
  host: ConnectorHost,
  text: string,
  sink: Sink,
  signal: AbortSignal,
  values: readonly BoundValue[],
): Promise<void> {
  requireSendable(text, values, { takesNul: false })
  requireNoComments(values)
  const statements = await readStatements(text, calciteDialect)
  if (statements.length === 0) throw new QueryFailed('Query is empty')
  for (const [index, statement] of statements.entries()) {
    const target = index === statements.length - 1 ? sink : nowhere
    const placed = (message: string) => {
      const place = /at line (\d+), column (\d+)/i.exec(message)
      if (place === null) return null
      const offset = offsetAt(statement.text, { line: Number(place[1]), column: Number(place[2]) })
      return positionAt(text, statement.start + offset)
    }
    try {
      // the API cannot end a query that has no id of ours
      await runRemotely({ signal, end: async () => {} }, async (run) => {
        const body = JSON.stringify({
          ...{ sql: statement.text, offset: 0, limit: 0, acceptPartial: false },
          project: options.project,
        })
        const headers = { ...options.headers, 'content-type': 'application/json' }
        const reply = await host.fetchServer(
          `${options.url}/api/query`,
          { method: 'POST', headers, body },
          run.signal,
        )
        if (reply.status !== 200) throw await refusalOf(reply, options, statement.text)
        await readResult(reply, target, run)
      })
    } catch (error) {
      if (error instanceof EnoughRows) continue
      const position = error instanceof QueryFailed ? placed(error.message) : null
      throw position === null ? error : new QueryFailed((error as Error).message, { position, cause: error })
    }
  }
}

/** Results of statements that are not the one that counts. */
const nowhere: Sink = { columns() {}, rows: async () => true, log() {}, metadata() {} }

/** Older releases of Kylin remove comments before they read the texts, also within texts. */
function requireNoComments(values: readonly BoundValue[]): void {
  const found = values.find(({ value }) => /--|\/\*|\*\/|\/\//.test(value))
  if (found === undefined) return
  throw new QueryFailed(
    'A value with the signs of a comment (-- or /* or //) cannot be sent to Kylin, which may take them for one.',
  )
}

const paths = {
  rows: ['results'],
  others: {
    columns: ['columnMetas'],
    isException: ['isException'],
    exception: ['exception'],
    message: ['exceptionMessage'],
    partial: ['partial'],
  },
}

async function readResult(
  reply: Response,
  sink: Sink,
  run: Parameters<typeof readJsonAnswer>[3],
): Promise<void> {
  const told = new Map<string, string>()
  let columns: SinkColumn[] | null = null
  let feed: PulledFeed | null = null
  await readJsonAnswer(
    reply,
    paths,
    {
      other: (name, json) => told.set(name, json),
      isReady() {
        const metas = told.get('columns')
        if (columns === null && metas !== undefined && metas !== 'null') {
          columns = columnsIn(metas)
          sink.columns(columns)
          feed = pulledFeed(sink)
        }
        return columns !== null
      },
      row: (json) => feed?.push(cellsOf(json, columns ?? []), json.length),
      room: async () => {
        await feed?.room()
      },
    },
    run,
  )
  const message = readString(told.get('message') ?? '') ?? readString(told.get('exception') ?? '')
  if (told.get('isException') === 'true' || message !== null) {
    throw new QueryFailed(message ?? 'Kylin says that the query failed, but not why.')
  }
  if (columns === null) throw new QueryFailed('The server sent an answer without a result.')
  if (told.get('partial') === 'true') sink.log('Kylin says that the result is partial.')
  await (feed as PulledFeed | null)?.finish()
}

type Kind = readonly [ColumnType, CellEncoder]

const kinds: Readonly<Record<string, Kind>> = {
  ...{ TINYINT: ['integer', jsonInteger], SMALLINT: ['integer', jsonInteger] },
  ...{ INTEGER: ['integer', jsonInteger], BIGINT: ['integer', jsonInteger] },
  ...{ REAL: ['float', jsonDouble], FLOAT: ['float', jsonDouble], DOUBLE: ['float', jsonDouble] },
  ...{ DECIMAL: ['float', jsonNumber], NUMERIC: ['float', jsonNumber] },
  BOOLEAN: ['boolean', jsonBoolean],
  DATE: ['date', jsonDate],
  TIMESTAMP: ['datetime', jsonMoment],
}

/** Names are lower-case, as in Redash. */
function columnsIn(metas: string): SinkColumn[] {
  const columns = cutList(metas).map((meta) => {
    const members = cutObject(meta)
    const member = (name: string) => readString(members.get(name) ?? '') ?? ''
    const name = (member('label') || member('name')).toLowerCase()
    const [type, encode] = kinds[member('columnTypeName').replace(/\(.*/s, '').toUpperCase()] ?? [
      'string' as const,
      jsonString,
    ]
    return { name, type, encode }
  })
  requireColumns(columns.map(({ name }) => name))
  return columns
}

function cellsOf(row: string, columns: readonly SinkColumn[]): (string | null)[] {
  const cells: (string | null)[] = cutList(row)
  if (cells.length !== columns.length) {
    throw new QueryFailed(`The server sent a row of ${cells.length} cells for ${columns.length} columns.`)
  }
  for (let at = 0; at < cells.length; at++) if (cells[at] === 'null') cells[at] = null
  return cells
}

async function refusalOf(reply: Response, { url }: KylinOptions, sql: string): Promise<Error> {
  const start = await startOf(reply)
  if (reply.status === 401) return new ConnectionFailed(`${url} refuses the user or the password.`)
  const message = messageIn(start)
  if (message !== null && sql !== '') return new QueryFailed(message)
  return new ConnectionFailed(
    message ??
      `${url} answers, but not as Kylin does (status ${reply.status}). Is the address right? ${start}`,
  )
}

/** `{"url": …, "exception": …}` or `{"code": "999", "msg": …}` */
function messageIn(text: string): string | null {
  try {
    const { exception, msg } = JSON.parse(text) as { exception?: unknown; msg?: unknown }
    return (
      ([exception, msg].find((each) => typeof each === 'string' && each !== '') as string | undefined) ?? null
    )
  } catch {
    return null
  }
}

/** `[{"table_SCHEM", "table_NAME", "columns": [{"column_NAME", "type_NAME"}, …]}, …]` */
function tablesIn(text: string, { url }: KylinOptions): SchemaTable[] {
  if (!text.trimStart().startsWith('[')) {
    throw new ConnectionFailed(
      `${url} answers, but not as Kylin does. Is the address right? ${text.slice(0, 1000)}`,
    )
  }
  const tables = cutList(text).map((item) => {
    const members = cutObject(item)
    const member = (name: string) => readString(members.get(name) ?? '') ?? ''
    const [schema, name] = [member('table_SCHEM'), member('table_NAME')]
    const columns = cutList(members.get('columns') ?? '[]').map((column) => {
      const parts = cutObject(column)
      const type = readString(parts.get('type_NAME') ?? '')
      const columnName = (readString(parts.get('column_NAME') ?? '') ?? '').toLowerCase()
      return { name: columnName, ...(type === null ? {} : { type }) }
    })
    return { name: schema === '' || schema === 'DEFAULT' ? name : `${schema}.${name}`, columns }
  })
  return tables.sort((one, other) => (one.name < other.name ? -1 : 1))
}
