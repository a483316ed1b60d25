import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { splitStatements } from '#shared/sql/split-statements.ts'
import {
  accountOf,
  doubleDatabase,
  type HttpDouble,
  type LazyRows,
  lazyRows,
  placeOf,
  Refused,
  startDouble,
} from './lazy-rows.ts'

/**
 * A protocol double of the REST API of Drill 1.19 and later, written from its public reference and from what its answers look
 * like, over SQLite. Texts with `/* hangs *\/` run until they are cancelled, those with `/* endless *\/` have rows until then, and
 * those with `/* old *\/` are answered as by Drill 1.18.
 */
export interface DrillServer extends HttpDouble {
  running(): number
}

export const drillUser = { username: 'reader', password: 'secret-of-drill' }

const { username, password } = drillUser
const typeNames: Readonly<Record<string, string>> = {
  integer: 'BIGINT',
  float: 'FLOAT8',
  string: 'VARCHAR',
  bytes: 'VARBINARY',
}
const dialect = {
  ...{ backslashEscapes: false, dollarQuotes: false, variableSigns: '$?', hashComments: false },
  ...{ backtickNames: true, slashLines: true },
}

interface Running {
  query: string
  cancel(): void
}

export async function startDrill(): Promise<DrillServer> {
  const database = doubleDatabase()
  database.exec(`attach ':memory:' as sys; create table sys.version (version); insert into sys.version values ('1.22.0');
    attach ':memory:' as information_schema;
    create table information_schema.columns (table_schema, table_name, column_name, data_type);
    insert into information_schema.columns values ('dfs.tmp', 't', 'price', 'DECIMAL'), ('dfs.tmp', 't', 'id', 'BIGINT'),
      ('cp.default', 'u', 'a', 'CHARACTER VARYING'), ('sys', 'version', 'version', 'CHARACTER VARYING')`)
  const running = new Map<string, Running>()

  const run = async (sql: string, response: ServerResponse): Promise<null> => {
    const id = randomUUID()
    const kind = /\/\* (hangs|endless) \*\//.exec(sql)?.[1]
    if (splitStatements(sql, dialect).length !== 1)
      throw parseError('Encountered ";"', { line: 2, column: 1 })
    if (kind !== undefined) {
      await hold(running, id, sql, kind, response)
      return null
    }
    try {
      // SQLite has no `//`
      const plain = sql.replace(/^--.*\n/, (line) => ' '.repeat(line.length - 1) + '\n')
      await answer(response, id, lazyRows(database, plain), sql.includes('/* old */'))
    } catch (error) {
      if (response.headersSent) return null
      const { message } = error as Error
      throw parseError(message, placeOf(sql, message))
    }
    return null
  }

  const double = await startDouble(async ({ request, url, body, response }) => {
    if (accountOf(request) !== `${username}:${password}`) throw new Refused(401, '<html>401</html>')
    if (request.method === 'GET' && url.pathname === '/profiles.json') {
      const list = [...running].map(([queryId, { query }]) => ({
        queryId,
        query: query.slice(0, 150),
        state: 'RUNNING',
      }))
      return JSON.stringify({ runningQueries: list, finishedQueries: [], errors: [] })
    }
    const cancelled = /^\/profiles\/cancel\/([\w-]+)$/.exec(url.pathname)?.[1]
    if (request.method === 'GET' && cancelled !== undefined) {
      running.get(cancelled)?.cancel()
      return `Cancelled query ${cancelled} on locally running node.`
    }
    if (request.method !== 'POST' || url.pathname !== '/query.json')
      throw new Refused(404, '<html>404</html>')
    if (request.headers['content-type'] !== 'application/json') throw new Refused(415, '<html>415</html>')
    const { queryType, query, ...others } = JSON.parse(body) as Record<string, unknown>
    if (queryType !== 'SQL' || typeof query !== 'string' || Object.keys(others).length > 0)
      throw new Refused(400, '<html>400</html>')
    return await run(query, response)
  })
  const stop = async () => {
    await double.stop()
    database.close()
  }
  return { ...double, stop, running: () => running.size }
}

function parseError(message: string, place: { line: number; column: number } | null): Refused {
  const where = place === null ? '' : ` at line ${place.line}, column ${place.column}.`
  return new Refused(500, {
    errorMessage: `PARSE ERROR: ${message}${where}\n\n[Error Id: ${randomUUID()} on localhost:31010]`,
  })
}

/** Until it is cancelled; its client may go earlier. */
function hold(
  running: Map<string, Running>,
  id: string,
  query: string,
  kind: string,
  response: ServerResponse,
): Promise<void> {
  return new Promise((resolve) => {
    let isOver = false
    const cancel = () => {
      isOver = true
      running.delete(id)
      if (kind === 'hangs') response.write(head(id, ['a'], ['BIGINT']))
      response.end('],"queryState":"CANCELED"}')
      resolve()
    }
    running.set(id, { query, cancel })
    response.writeHead(200, { 'content-type': 'application/json' })
    if (kind === 'hangs') return
    response.write(head(id, ['n'], ['BIGINT']))
    let rows = 0
    const more = () => {
      while (!isOver && !response.destroyed) {
        const part = Array.from({ length: 1000 }, () => `${rows === 0 ? '' : ','}{"n":${rows++}}\n`).join('')
        if (!response.write(part)) {
          response.once('drain', () => setImmediate(more))
          return
        }
      }
    }
    more()
  })
}

function head(id: string, columns: string[], types: string[]): string {
  return `{"queryId":"${id}"\n,"columns":${JSON.stringify(columns)}\n,"metadata":${JSON.stringify(types)}\n,"attemptedAutoLimit":0\n,"rows":[\n`
}

async function answer(response: ServerResponse, id: string, rows: LazyRows, isOld: boolean): Promise<void> {
  const types = rows.types.map((type) => (type === null ? 'VARCHAR' : (typeNames[type] ?? type)))
  // Drill gives equal names a number of its own
  const names = rows.names.map((name, at) => {
    const before = rows.names.slice(0, at).filter((other) => other === name).length
    return before === 0 ? name : `${name}${before - 1}`
  })
  const first = rows.next(1000)
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write(
    isOld ? `{"queryId":"${id}","columns":${JSON.stringify(names)},"rows":[` : head(id, names, types),
  )
  let isFirst = true
  for (let part = first; part.length > 0; part = part.length < 1000 ? [] : rows.next(1000)) {
    const text = part.map((row) => {
      const cells = row.map(
        (cell, at) => `${JSON.stringify(names[at])}:${isOld ? textOf(cell) : jsonOf(cell, types[at] ?? '')}`,
      )
      const comma = isFirst ? '' : ','
      isFirst = false
      return `${comma}{${cells.join(',')}}\n`
    })
    if (text.some((row) => row.includes('breaks off'))) {
      response.write(text.join('').slice(0, -10), () => response.destroy())
      return
    }
    if (!response.write(text.join(''))) await new Promise((resolve) => response.once('drain', resolve))
    try {
      if (part.length === 1000) rows.peek()
    } catch (error) {
      const message = `SYSTEM ERROR: ${(error as Error).message}`
      response.end(
        `],"queryState":"FAILED","exception":"org.apache.drill.common.exceptions.UserRemoteException","errorMessage":${JSON.stringify(message)}}`,
      )
      return
    }
  }
  response.end(
    isOld ? `],"metadata":${JSON.stringify(types)},"queryState":"COMPLETED"}` : '],"queryState":"COMPLETED"}',
  )
}

function textOf(cell: unknown): string {
  return cell === null ? 'null' : JSON.stringify(String(cell))
}

function jsonOf(cell: unknown, type: string): string {
  if (typeof cell === 'bigint') return String(cell)
  if (cell instanceof Uint8Array) return `"${Buffer.from(cell).toString('base64')}"`
  const isPlain =
    /^(?:INT|BIGINT|FLOAT[48]|VARDECIMAL.*|BIT|LIST|MAP)$/.test(type) && typeof cell === 'string'
  return isPlain ? cell : JSON.stringify(cell)
}
