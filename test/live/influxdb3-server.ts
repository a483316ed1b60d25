import { DatabaseSync } from 'node:sqlite'
import {
  type HttpDouble,
  Refused,
  type Reply,
  startHttpDouble,
  strictBody,
  writeParts,
} from './http-double.ts'
import { type Cell, cellJson, sqliteRows } from './sqlite-rows.ts'

export const influxdb3Account = { database: 'metrics', token: 'apiv3_secret-of-influx' }

export interface Influxdb3Server extends HttpDouble {
  database: DatabaseSync
}

const schema = ['_time', 'load']
  .map((name, at) =>
    JSON.stringify({
      table_name: 'cpu',
      column_name: name,
      data_type: at === 0 ? 'Timestamp(Nanosecond, None)' : 'Float64',
    }),
  )
  .join('\n')

/**
 * A protocol double of InfluxDB 3's `/api/v3/query_sql`, written from its public reference, over SQLite: it checks the
 * token and each field, and leaves empty fields out of its lines, as the server does. A text with `/* hangs *\/` is never
 * answered.
 */
export async function startInfluxdb3(): Promise<Influxdb3Server> {
  const database = new DatabaseSync(':memory:')
  const double = await startHttpDouble(async (request, response): Promise<Reply> => {
    const { method, path, headers } = request
    const fail = (status: number, error: string): Reply => ({ status, body: JSON.stringify({ error }) })
    try {
      if (headers.authorization !== `Bearer ${influxdb3Account.token}`)
        return fail(401, 'the request was not authenticated')
      if (method !== 'POST' || path !== '/api/v3/query_sql')
        return { status: 404, type: 'text/plain', body: 'not found' }
      const { db, q, format } = strictBody(request, ['db!', 'q!', 'format!'])
      if (format !== 'jsonl') throw new Refused(400, `unknown format ${format}`)
      if (db !== influxdb3Account.database) return fail(404, `database not found: ${db}`)
      const text = String(q)
      if (text.includes('/* hangs */')) return null
      if (text.includes('information_schema.columns')) return { type: 'application/jsonl', body: schema }
      const { names, rows } = sqliteRows(database, text)
      response.setHeader('content-type', 'application/jsonl')
      await writeParts(response, linesOf(names, rows))
      response.end()
      return null
    } catch (error) {
      const { message } = error as Error
      if (response.headersSent) {
        response.destroy()
        return null
      }
      return fail(error instanceof Refused ? error.status : 400, `query error: ${message}`)
    }
  })
  return {
    ...double,
    database,
    async stop() {
      await double.stop()
      database.close()
    },
  }
}

function* linesOf(names: readonly string[], rows: Iterator<Cell[]>): Generator<string> {
  for (let next = rows.next(); next.done !== true; next = rows.next()) {
    const members = next.value.flatMap((cell, at) =>
      cell === null ? [] : [`${JSON.stringify(names[at])}:${cellJson(cell)}`],
    )
    yield `{${members}}\n`
  }
}
