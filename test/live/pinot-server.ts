import {
  accountOf,
  doubleDatabase,
  type HttpDouble,
  lazyRows,
  placeOf,
  Refused,
  startDouble,
} from './lazy-rows.ts'

/**
 * A protocol double of a broker and a controller of Pinot, written from their public reference, over SQLite. Texts with
 * `/* hangs *\/` run until they are cancelled, and those with `/* cut *\/` reach a limit.
 */
export interface PinotServer extends HttpDouble {
  running(): number
}

export const pinotUser = { username: 'reader', password: 'secret-of-pinot' }

const { username, password } = pinotUser
const typeNames: Readonly<Record<string, string>> = {
  integer: 'LONG',
  float: 'DOUBLE',
  string: 'STRING',
  bytes: 'BYTES',
}
const schemas: Readonly<Record<string, unknown>> = {
  trips: {
    schemaName: 'trips',
    dimensionFieldSpecs: [
      { name: 'city', dataType: 'STRING' },
      { name: 'tags', dataType: 'STRING', singleValueField: false },
    ],
    metricFieldSpecs: [{ name: 'fare', dataType: 'DOUBLE' }],
    dateTimeFieldSpecs: [
      { name: 'at', dataType: 'TIMESTAMP', format: '1:MILLISECONDS:EPOCH', granularity: '1:MILLISECONDS' },
    ],
  },
  empty: { schemaName: 'empty' },
}

export async function startPinot(): Promise<PinotServer> {
  const database = doubleDatabase()
  const waiting = new Map<string, (text: string) => void>()
  const double = await startDouble(async ({ request, url, body, response }) => {
    if (accountOf(request) !== `${username}:${password}`) throw new Refused(401, 'HTTP 401 Unauthorized')
    if (request.method === 'DELETE') {
      const id = /^\/clientQuery\/([\w-]+)$/.exec(url.pathname)?.[1] ?? ''
      const answer = waiting.get(id)
      if (answer === undefined) throw new Refused(404, `Client query: ${id} not found on the broker`)
      waiting.delete(id)
      answer(failed(503, 'QueryCancelled'))
      return 'Cancelled'
    }
    if (request.method === 'GET' && url.pathname === '/tables')
      return JSON.stringify({ tables: Object.keys(schemas) })
    const table = /^\/tables\/(\w+)\/schema$/.exec(url.pathname)?.[1]
    if (request.method === 'GET' && table !== undefined && table in schemas)
      return JSON.stringify(schemas[table])
    if (request.method !== 'POST' || url.pathname !== '/query/sql')
      throw new Refused(404, 'HTTP 404 Not Found')
    if (request.headers['content-type'] !== 'application/json') throw new Refused(415, 'HTTP 415')
    const { sql, queryOptions, ...others } = JSON.parse(body) as Record<string, unknown>
    const id = /^clientQueryId=([\w-]+)$/.exec(String(queryOptions))?.[1]
    if (typeof sql !== 'string' || id === undefined || Object.keys(others).length > 0)
      throw new Refused(400, 'HTTP 400')
    if (sql.includes('/* hangs */')) {
      response.on('close', () => waiting.delete(id))
      return await new Promise((resolve) => waiting.set(id, resolve))
    }
    return query(database, sql)
  })
  const stop = async () => {
    await double.stop()
    database.close()
  }
  return { ...double, stop, running: () => waiting.size }
}

function query(database: ReturnType<typeof doubleDatabase>, sql: string): string {
  try {
    const rows = lazyRows(database, sql.replace(/^(?:\s*set \w+ = \w+;)+/i, ''))
    const names = JSON.stringify(rows.names)
    const types = JSON.stringify(
      rows.types.map((type) => (type === null ? 'UNKNOWN' : (typeNames[type] ?? type))),
    )
    const cells = rows
      .next(Number.POSITIVE_INFINITY)
      .map((row) => `[${row.map((cell, at) => jsonOf(cell, rows.types[at])).join(',')}]`)
    const isCut = sql.includes('/* cut */')
    return `{"resultTable":{"dataSchema":{"columnNames":${names},"columnDataTypes":${types}},"rows":[${cells.join(',')}]},"exceptions":[],"numGroupsLimitReached":${isCut},"partialResult":false,"numServersQueried":1}`
  } catch (error) {
    const { message } = error as Error
    const place = placeOf(sql, message)
    const where = place === null ? '' : ` at line ${place.line}, column ${place.column}.`
    return failed(150, `SQLParsingError: ${message}${where}`)
  }
}

function failed(errorCode: number, message: string): string {
  return JSON.stringify({ exceptions: [{ errorCode, message }], numServersQueried: 0 })
}

/** Values of types that JSON has are not texts. */
function jsonOf(cell: unknown, type: string | null | undefined): string {
  if (typeof cell === 'bigint') return String(cell)
  if (cell instanceof Uint8Array) return `"${Buffer.from(cell).toString('hex')}"`
  const isPlain =
    /^(?:INT|LONG|FLOAT|DOUBLE|BOOLEAN|\w+_ARRAY|MAP)$/.test(type ?? '') && typeof cell === 'string'
  return isPlain && cell !== 'NaN' ? cell : JSON.stringify(cell)
}
