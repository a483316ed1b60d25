import { DatabaseSync } from 'node:sqlite'
import {
  type HeardRequest,
  type HttpDouble,
  Refused,
  type Reply,
  startHttpDouble,
  strictBody,
} from './http-double.ts'
import { type Cell, cellJson, sqliteRows, takeRows } from './sqlite-rows.ts'

/**
 * A protocol double of the SQL of Elasticsearch (`/_sql`, before version 7 `/_xpack/sql`, and ES|QL at `/_query`), and of
 * the plug-in of OpenSearch (`/_plugins/_sql` and `/_ppl`) or Open Distro, written from their public references, over
 * SQLite. It refuses what the servers refuse. A text with `/* hangs *\/` is answered when its task is cancelled.
 */
export interface ElasticSqlServer extends HttpDouble {
  database: DatabaseSync
  /** searches and open cursors */
  running(): number
}

export type ElasticProduct = 'elasticsearch 8' | 'elasticsearch 6' | 'opensearch' | 'opendistro'

export const account = { username: 'reader', password: 'secret-of-elastic' }
const authorization = `Basic ${Buffer.from(`${account.username}:${account.password}`).toString('base64')}`

interface Product {
  version: Record<string, string>
  sql: string
  /** null: there is none */
  piped: string | null
  names: { columns: string; rows: string; piped: string }
}

const openNames = { columns: 'schema', rows: 'datarows', piped: 'datarows' }
const ownNames = { columns: 'columns', rows: 'rows', piped: 'values' }
const products: Readonly<Record<ElasticProduct, Product>> = {
  'elasticsearch 8': { version: { number: '8.19.2' }, sql: '/_sql', piped: '/_query', names: ownNames },
  'elasticsearch 6': { version: { number: '6.8.23' }, sql: '/_xpack/sql', piped: null, names: ownNames },
  opensearch: {
    version: { number: '3.8.0', distribution: 'opensearch' },
    ...{ sql: '/_plugins/_sql', piped: '/_plugins/_ppl', names: openNames },
  },
  opendistro: {
    version: { number: '7.10.2' },
    ...{ sql: '/_opendistro/_sql', piped: '/_opendistro/_ppl', names: openNames },
  },
}

/** What the piped languages answer, by text: SQLite does not read them. */
export type PipedAnswers = Readonly<Record<string, string>>

export async function startElasticSql(
  name: ElasticProduct,
  piped: PipedAnswers = {},
): Promise<ElasticSqlServer> {
  const product = products[name]
  const isOpen = product.names === openNames
  const database = new DatabaseSync(':memory:')
  const cursors = new Map<string, Iterator<Cell[]>>()
  const tasks = new Map<string, { opaque: string; cancel(): void }>()
  let count = 0

  /** a cursor names the search it belongs to, which any page of it can close */
  const searchOf = (cursor: unknown) => String(cursor).split(':')[0] ?? ''
  const page = (
    rows: Iterator<Cell[]>,
    size: number | null,
    columns: string | null,
    search = `search-${++count}`,
  ): Reply => {
    const taken = takeRows(rows, size ?? Number.POSITIVE_INFINITY)
    const members = columns === null ? [] : [`"${product.names.columns}":[${columns}]`]
    members.push(`"${product.names.rows}":[${taken.map((row) => `[${row.map(cellJson)}]`).join(',')}]`)
    if (size !== null && taken.length === size) {
      cursors.set(search, rows)
      members.push(`"cursor":"${search}:${++count}"`)
    } else cursors.delete(search)
    return { body: `{${members.join(',')}}` }
  }
  const runSql = async (request: HeardRequest): Promise<Reply> => {
    const keys = isOpen ? ['query', 'fetch_size', 'cursor'] : ['query', 'fetch_size', 'params', 'cursor']
    const { query, fetch_size: size, params = [], cursor } = strictBody(request, keys)
    if (cursor !== undefined) {
      const search = searchOf(cursor)
      const rows = cursors.get(search)
      if (rows === undefined || query !== undefined) throw new Refused(404, 'No search context found')
      return page(rows, 1000, null, search)
    }
    if (typeof query !== 'string') throw new Refused(400, 'query is required')
    if (size !== undefined && !(Number.isInteger(size) && Number(size) > 0 && Number(size) <= 10_000)) {
      throw new Refused(400, 'fetch_size is out of range')
    }
    if (isOpen && size !== undefined && /\bgroup by\b|\(/i.test(query)) {
      throw new Refused(400, 'this query cannot be read in pages')
    }
    if (query.includes('/* hangs */')) await hangs(request)
    const { names, rows } = sqliteRows(database, query, valuesOf(params, name))
    const first = rows.next()
    const known: Cell[] = first.done === true ? names.map(() => null) : first.value
    const columns = names.map((each, at) =>
      JSON.stringify({ name: each, type: typeOf(known[at] ?? null, isOpen) }),
    )
    return page(joined(first, rows), typeof size === 'number' ? size : null, columns.join(','))
  }
  const hangs = async ({ headers }: HeardRequest) => {
    const id = `node:${++count}`
    await new Promise<void>((_, reject) => {
      const cancel = () => {
        tasks.delete(id)
        reject(new Refused(400, 'task cancelled'))
      }
      tasks.set(id, { opaque: headers['x-opaque-id'] ?? '', cancel })
    })
  }
  const answer = async (request: HeardRequest): Promise<Reply> => {
    const { method, path } = request
    if (request.headers.authorization !== authorization) {
      throw new Refused(401, 'unable to authenticate user')
    }
    const json = (body: unknown): Reply => ({ body: JSON.stringify(body) })
    if (method === 'GET' && path === '/') return json({ version: product.version })
    if (method === 'GET' && path === '/_cluster/health') return json({ status: 'green' })
    if (method === 'GET' && path === '/_mappings') return json(mappings)
    if (method === 'GET' && path.startsWith('/_tasks?')) {
      const own = [...tasks].map(([id, { opaque }]) => [id, { headers: { 'X-Opaque-Id': opaque } }])
      return json({ nodes: { node: { tasks: Object.fromEntries(own) } } })
    }
    const cancelled = /^\/_tasks\/([^/]+)\/_cancel$/.exec(path)?.[1]
    if (method === 'POST' && cancelled !== undefined) {
      tasks.get(decodeURIComponent(cancelled))?.cancel()
      return json({})
    }
    const format = isOpen ? 'jdbc' : 'json'
    if (method === 'POST' && path === `${product.sql}?format=${format}`) return await runSql(request)
    if (method === 'POST' && path === `${product.sql}/close`) {
      cursors.delete(searchOf(strictBody(request, ['cursor!'])['cursor']))
      return json({ succeeded: true })
    }
    if (method === 'POST' && product.piped !== null && path.split('?')[0] === product.piped) {
      const { query } = strictBody(request, ['query!'])
      const found = piped[String(query)]
      if (found === undefined) throw new Refused(400, "line 1:1: mismatched input 'frm'")
      return { body: found }
    }
    throw new Refused(400, `no handler found for uri [${path}] and method [${method}]`)
  }
  const double = await startHttpDouble(async (request) => {
    try {
      return await answer(request)
    } catch (error) {
      const status = error instanceof Refused ? error.status : 400
      return { status, body: JSON.stringify(errorOf(error as Error, request, isOpen)) }
    }
  })
  return {
    ...double,
    database,
    running: () => tasks.size + cursors.size,
    async stop() {
      await double.stop()
      database.close()
    },
  }
}

const mappings = {
  orders: { mappings: { properties: { id: { type: 'long' }, at: { type: 'date' } } } },
}

function* joined(first: IteratorResult<Cell[]>, rows: Iterator<Cell[]>): Generator<Cell[]> {
  if (first.done === true) return
  yield first.value
  for (let next = rows.next(); next.done !== true; next = rows.next()) yield next.value
}

/** Before version 7, each parameter says its type. */
function valuesOf(params: unknown, product: ElasticProduct): string[] {
  if (!Array.isArray(params)) throw new Refused(400, 'params must be a list')
  return params.map((each: unknown) => {
    const typed = each as { type?: unknown; value?: unknown }
    if (product !== 'elasticsearch 6' && typeof each === 'string') return each
    if (product === 'elasticsearch 6' && typed.type === 'keyword') return String(typed.value)
    throw new Refused(400, 'a parameter is malformed')
  })
}

function typeOf(cell: Cell, isOpen: boolean): string {
  if (typeof cell === 'bigint') return 'long'
  if (typeof cell === 'number') return 'double'
  if (typeof cell !== 'string') return 'keyword'
  if (/^\d{4}-\d\d-\d\d$/.test(cell)) return 'date'
  if (/^\d{4}-\d\d-\d\d[ T]\d\d:/.test(cell)) return isOpen ? 'timestamp' : 'datetime'
  return 'keyword'
}

function errorOf(error: Error, { body }: HeardRequest, isOpen: boolean) {
  const message = error.message.replace(/^near "(.*?)": syntax error$/, (_, word: string) => {
    const { query = '' } = JSON.parse(body) as { query?: string }
    const before = query.slice(0, query.indexOf(word)).split('\n')
    return `line ${before.length}:${(before.at(-1) ?? '').length + 1}: mismatched input '${word}'`
  })
  if (isOpen) {
    const type = 'SyntaxCheckException'
    return { error: { reason: 'Invalid SQL query', details: message, type }, status: 400 }
  }
  const cause = { type: 'parsing_exception', reason: message }
  return { error: { root_cause: [cause], ...cause }, status: 400 }
}
