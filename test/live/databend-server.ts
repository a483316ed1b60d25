import { setTimeout as pause } from 'node:timers/promises'
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
 * A protocol double of the HTTP handler of Databend, written from its public reference, over SQLite. Texts with `/* hangs *\/`
 * run until they are killed, and those with `/* endless *\/` have rows until then.
 */
export interface DatabendServer extends HttpDouble {
  running(): number
  /** settings that the last query came with */
  lastSession(): unknown
}

export const databendUser = { username: 'reader', password: 'secret-of-databend' }

interface Query {
  rows: LazyRows | null
  page: number
  pageSize: number
  state: 'Running' | 'Succeeded' | 'Killed'
  kind: 'plain' | 'hangs' | 'endless'
  session: unknown
}

const dialect = {
  ...{ backslashEscapes: true, dollarQuotes: false, variableSigns: '$?@', hashComments: false },
  ...{ backtickNames: true, heredocs: true },
}
const { username, password } = databendUser

export async function startDatabend(): Promise<DatabendServer> {
  const database = doubleDatabase()
  database.exec(`attach ':memory:' as information_schema;
    create table information_schema.columns (table_schema, table_name, column_name, data_type);
    insert into information_schema.columns values ('default', 't', 'price', 'Decimal(10, 2)'), ('default', 't', 'id', 'Int32'),
      ('system', 'one', 'dummy', 'UInt8')`)
  const queries = new Map<string, Query>()
  let lastSession: unknown = null

  const page = async (id: string, query: Query): Promise<string> => {
    if (query.state === 'Killed')
      return failed(id, { code: 1043, message: 'AbortedQuery. the query was killed' })
    if (query.kind === 'hangs') {
      for (let wait = 0; wait < 20 && (query.state as string) !== 'Killed'; wait++) await pause(20)
      return (query.state as string) === 'Killed' ? page(id, query) : answer(id, query, [], [])
    }
    if (query.kind === 'endless') {
      const rows = Array.from({ length: 1000 }, (_, at) => [String(at), 'row'])
      return answer(
        id,
        query,
        [
          ['n', 'Int64'],
          ['text', 'String'],
        ],
        rows,
      )
    }
    try {
      const { rows } = query
      if (rows === null) {
        query.state = 'Succeeded'
        return answer(id, query, [], [])
      }
      const cells = rows.next(query.pageSize)
      if (cells.length < query.pageSize) query.state = 'Succeeded'
      const schema = rows.names.map((name, at) => [name, typeOf(rows.types[at] ?? null)])
      return answer(
        id,
        query,
        schema,
        cells.map((row) => row.map(textOf)),
      )
    } catch (error) {
      query.state = 'Killed'
      return failed(id, { code: 1001, message: (error as Error).message })
    }
  }

  const begin = async (id: string, body: string) => {
    const { sql, pagination, session, ...others } = JSON.parse(body) as Record<string, unknown>
    const { wait_time_secs: wait, max_rows_per_page: size } = (pagination ?? {}) as Record<string, unknown>
    const isBody = typeof sql === 'string' && typeof wait === 'number' && typeof size === 'number'
    if (!isBody || typeof session !== 'object' || Object.keys(others).length > 0) {
      throw new Refused(400, { error: { code: '400', message: 'parse error: the request is malformed' } })
    }
    lastSession = session
    const changed = /^\s*set (\w+) = (\w+)/i.exec(sql)
    const settings = {
      ...(session as { settings?: object }).settings,
      ...(changed === null ? {} : { [changed[1] ?? '']: changed[2] }),
    }
    const query: Query = {
      rows: null,
      page: 0,
      pageSize: size,
      state: 'Running',
      kind: sql.includes('/* hangs */') ? 'hangs' : sql.includes('/* endless */') ? 'endless' : 'plain',
      session: { ...session, settings },
    }
    try {
      if (splitStatements(sql, dialect).length !== 1) throw new Error('near ";": syntax error')
      const plain = plainSql(sql)
      if (/^\s*create\b/i.test(plain)) database.exec(plain)
      else if (changed === null && query.kind === 'plain') query.rows = lazyRows(database, plain)
    } catch (error) {
      const { message } = error as Error
      const place = placeOf(sql, message)
      const where = place === null ? '' : `\nerror: \n  --> SQL:${place.line}:${place.column}\n`
      return failed(id, { code: 1005, message: `SyntaxException. ${where}${message}` })
    }
    queries.set(id, query)
    return await page(id, query)
  }

  const double = await startDouble(async ({ request, url, body }) => {
    if (accountOf(request) !== `${username}:${password}`) {
      throw new Refused(401, { error: { code: '401', message: 'wrong password' } })
    }
    if (request.method === 'POST' && url.pathname === '/v1/query') {
      if (request.headers['content-type'] !== 'application/json') throw new Refused(415, '')
      const id = request.headers['x-databend-query-id']
      return await begin(typeof id === 'string' ? id : 'unnamed', body)
    }
    const [, id = '', rest = ''] = /^\/v1\/query\/([\w-]+)\/(.+)$/.exec(url.pathname) ?? []
    const query = queries.get(id)
    if (request.method !== 'GET' || rest === '') throw new Refused(404, 'not found')
    if (query === undefined)
      throw new Refused(404, { error: { code: '404', message: `query id ${id} not found` } })
    if (rest === 'kill') {
      query.state = 'Killed'
      return ''
    }
    if (rest === 'final') {
      queries.delete(id)
      return ''
    }
    if (rest !== `page/${query.page}`) {
      throw new Refused(404, { error: { code: '404', message: `wrong page number ${rest}` } })
    }
    return await page(id, query)
  })
  const stop = async () => {
    await double.stop()
    database.close()
  }
  const running = () =>
    [...queries.values()].filter(({ kind, state }) => kind !== 'plain' && state === 'Running').length
  return { ...double, stop, running, lastSession: () => lastSession }
}

/** Texts of SQLite have no escapes. */
function plainSql(sql: string): string {
  return sql.replace(/'(?:[^'\\]|\\.|'')*'/gs, (literal) =>
    literal.replace(/\\(.)/gs, (_, sign: string) => (sign === "'" ? "''" : sign)),
  )
}

function typeOf(type: string | null): string {
  const known: Readonly<Record<string, string>> = {
    integer: 'Int64',
    float: 'Nullable(Float64)',
    string: 'String',
    bytes: 'Binary',
  }
  return type === null ? 'NULL' : (known[type] ?? type)
}

function textOf(value: unknown): string | null {
  if (value === null) return null
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value)
}

function answer(
  id: string,
  query: Query,
  schema: readonly (readonly (string | undefined)[])[],
  data: unknown,
): string {
  const isOver = query.state !== 'Running'
  query.page++
  return JSON.stringify({
    id,
    session_id: 's',
    node_id: 'node-1',
    session: query.session,
    schema: schema.map(([name, type]) => ({ name, type })),
    data,
    state: query.state,
    error: null,
    stats: { scan_progress: { rows: 10, bytes: 80 }, running_time_ms: 1.5 },
    stats_uri: `/v1/query/${id}`,
    final_uri: `/v1/query/${id}/final`,
    next_uri: isOver ? null : `/v1/query/${id}/page/${query.page}`,
    kill_uri: `/v1/query/${id}/kill`,
  })
}

function failed(id: string, error: { code: number; message: string }): string {
  return JSON.stringify({
    ...{
      id,
      session: null,
      schema: [],
      data: [],
      state: 'Failed',
      error: { ...error, detail: '' },
      stats: {},
    },
    ...{ next_uri: null, final_uri: `/v1/query/${id}/final`, kill_uri: null },
  })
}
