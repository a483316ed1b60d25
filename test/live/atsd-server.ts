import { DatabaseSync } from 'node:sqlite'
import { type HttpDouble, Refused, type Reply, startHttpDouble, writeParts } from './http-double.ts'
import { type Cell, sqliteRows } from './sqlite-rows.ts'

export const atsdAccount = { username: 'reader', password: 'secret-of-atsd' }
const authorization = `Basic ${Buffer.from(`${atsdAccount.username}:${atsdAccount.password}`).toString('base64')}`

export interface AtsdServer extends HttpDouble {
  database: DatabaseSync
  running(): number
}

/**
 * A protocol double of `/api/sql` of Axibase Time Series Database, written from its public documents, over SQLite: it
 * checks the account and each parameter, quotes every text, and leaves nulls without quotes. A text with `/* hangs *\/`
 * runs until it is cancelled; an error behind the first rows is a comment.
 */
export async function startAtsd(): Promise<AtsdServer> {
  const database = new DatabaseSync(':memory:')
  const queries = new Map<string, () => void>()
  const double = await startHttpDouble(async (request, response): Promise<Reply> => {
    const { method, path, headers, body } = request
    const errorOf = (message: string) =>
      JSON.stringify({ errors: [{ state: '42000', message }], warnings: [] })
    try {
      if (headers.authorization !== authorization) return { status: 401, body: '{"error":"Bad credentials"}' }
      const url = new URL(path, 'http://double')
      if (method === 'GET' && url.pathname === '/api/v1/metrics') {
        const names = [...url.searchParams.keys()].sort().join()
        if (names !== 'expression,limit,minInsertDate') throw new Refused(400, `parameters ${names}`)
        return { body: '[{"name":"cpu busy","enabled":true},{"name":"disk","enabled":true}]' }
      }
      if (method === 'GET' && url.pathname === '/api/sql/cancel') {
        queries.get(url.searchParams.get('queryId') ?? '')?.()
        return { body: '' }
      }
      if (method !== 'POST' || path !== '/api/sql')
        return { status: 404, type: 'text/html', body: '<h1>404</h1>' }
      if (headers['content-type'] !== 'application/x-www-form-urlencoded') throw new Refused(415, 'no form')
      const parameters = new URLSearchParams(body)
      const names = [...parameters.keys()].sort().join()
      if (names !== 'metadataFormat,outputFormat,q,queryId') throw new Refused(400, `parameters ${names}`)
      if (parameters.get('outputFormat') !== 'csv' || parameters.get('metadataFormat') !== 'EMBED') {
        throw new Refused(400, 'a format is unknown')
      }
      const text = parameters.get('q') ?? ''
      if (text.includes('/* hangs */')) {
        const id = parameters.get('queryId') ?? ''
        await new Promise<void>((resolve) => queries.set(id, resolve))
        queries.delete(id)
        throw new Refused(400, 'Query was cancelled')
      }
      const { names: titles, rows } = sqliteRows(database, text)
      const first = rows.next()
      const known: Cell[] = first.done === true ? titles.map(() => null) : first.value
      const columns = titles.map((title, at) => ({
        ...{ columnIndex: at + 1, name: `t.${title}`, titles: title, datatype: typeOf(known[at] ?? null) },
      }))
      const metadata = JSON.stringify({ '@type': 'Table', tableSchema: { columns } })
      response.writeHead(200, { 'content-type': 'text/csv;charset=UTF-8' })
      response.write(`#${Buffer.from(metadata).toString('base64')}\n${titles.map(quoted)}\n`)
      try {
        await writeParts(response, linesOf(first, rows))
        response.end()
      } catch (error) {
        response.end(`#${(error as Error).message}\n`)
      }
      return null
    } catch (error) {
      const { message } = error as Error
      const word = /^near "(.*?)"/.exec(message)?.[1]
      const at = word === undefined ? '' : ' at line 1 position 1'
      return {
        status: error instanceof Refused ? error.status : 400,
        body: errorOf(`Syntax error${at}: ${message}`),
      }
    }
  })
  return {
    ...double,
    database,
    running: () => queries.size,
    async stop() {
      await double.stop()
      database.close()
    },
  }
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

function printed(cell: Cell): string {
  if (cell === null) return ''
  return typeof cell === 'string' ? quoted(cell) : String(cell)
}

function typeOf(cell: Cell): string {
  if (typeof cell === 'bigint') return 'bigint'
  if (typeof cell === 'number') return 'double'
  return typeof cell === 'string' && /^\d{4}-\d\d-\d\dT/.test(cell) ? 'xsd:dateTimeStamp' : 'string'
}

function* linesOf(first: IteratorResult<Cell[]>, rows: Iterator<Cell[]>): Generator<string> {
  for (let next = first; next.done !== true; next = rows.next()) yield `${next.value.map(printed)}\n`
}
