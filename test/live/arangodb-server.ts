import {
  type HeardRequest,
  type HttpDouble,
  Refused,
  type Reply,
  startHttpDouble,
  strictBody,
} from './http-double.ts'

export const arangodbAccount = { user: 'reader', password: 'secret-of-arangodb', dbname: 'shop & co' }
const authorization = `Basic ${Buffer.from(`${arangodbAccount.user}:${arangodbAccount.password}`).toString('base64')}`

export interface ArangodbServer extends HttpDouble {
  /** queries and open cursors */
  running(): number
}

/** Documents as JSON texts. `null` in place of them: the query runs until it is killed. */
export type AqlAnswers = Readonly<Record<string, (() => Iterable<string>) | null>>

class AqlError extends Refused {
  readonly number: number
  constructor(status: number, number: number, message: string) {
    super(status, message)
    this.number = number
  }
}

/**
 * A protocol double of ArangoDB's HTTP API for cursors and queries, written from its public reference: it checks the
 * account, the database and each field, and answers known texts. It does not read AQL.
 */
export async function startArangodb(answers: AqlAnswers): Promise<ArangodbServer> {
  const cursors = new Map<string, { rows: Iterator<string>; size: number }>()
  const queries = new Map<string, { query: string; kill: () => void }>()
  let count = 0
  const prefix = `/_db/${encodeURIComponent(arangodbAccount.dbname)}`

  const page = (rows: Iterator<string>, size: number, id: string): Reply => {
    const taken: string[] = []
    let isOver = false
    while (taken.length < size && !isOver) {
      const { value, done } = rows.next()
      if (done === true) isOver = true
      else taken.push(value)
    }
    if (isOver) cursors.delete(id)
    else cursors.set(id, { rows, size })
    const more = isOver ? '' : `,"id":"${id}"`
    const body = `{"result":[${taken}],"hasMore":${!isOver}${more},"cached":false,"extra":{"warnings":[]},"error":false,"code":201}`
    return { status: 201, body }
  }
  const run = async (request: HeardRequest): Promise<Reply> => {
    const { query, batchSize = 1000, options = {} } = strictBody(request, ['query!', 'batchSize', 'options'])
    const unknown = Object.keys(options as object).find((key) => !['stream', 'maxRuntime'].includes(key))
    if (unknown !== undefined) throw new AqlError(400, 10, `unknown option ${unknown}`)
    const text = String(query)
    const known = text.replace(/^\/\* \S+ \*\/ /, '')
    const found = answers[known]
    const id = String(++count)
    if (found === undefined) {
      const near = known.split('\n')[0] ?? ''
      const column = text.indexOf(near) + 1
      throw new AqlError(
        400,
        1501,
        `AQL: syntax error, unexpected identifier near '${near}' at position 1:${column}`,
      )
    }
    if (found === null) {
      await new Promise<void>((_, reject) => {
        const kill = () => {
          queries.delete(id)
          reject(new AqlError(410, 1500, 'query killed'))
        }
        queries.set(id, { query: text, kill })
      })
    }
    return page((found as () => Iterable<string>)()[Symbol.iterator](), Number(batchSize), id)
  }
  const answer = async (request: HeardRequest): Promise<Reply> => {
    const { method, path, headers } = request
    if (headers.authorization !== authorization) {
      throw new AqlError(401, 11, 'not authorized to execute this request')
    }
    if (!path.startsWith('/_db/')) throw new AqlError(404, 404, `unknown path '${path}'`)
    if (!path.startsWith(`${prefix}/`)) throw new AqlError(404, 1228, 'database not found')
    const route = `${method} ${path.slice(prefix.length)}`
    if (route === 'POST /_api/cursor') return await run(request)
    if (route === 'GET /_api/query/current') {
      return {
        body: JSON.stringify([...queries].map(([id, { query }]) => ({ id, query: query.slice(0, 4096) }))),
      }
    }
    if (route === 'GET /_api/collection?excludeSystem=true') {
      return {
        body: '{"error":false,"code":200,"result":[{"id":"2","name":"orders"},{"id":"1","name":"items"}]}',
      }
    }
    const [, verb, kind, id = ''] = /^(POST|DELETE) \/_api\/(cursor|query)\/(\d+)$/.exec(route) ?? []
    if (kind === 'cursor') {
      const cursor = cursors.get(id)
      if (cursor === undefined) throw new AqlError(404, 1600, 'cursor not found')
      if (verb === 'POST') return page(cursor.rows, cursor.size, id)
      cursors.delete(id)
      return { status: 202, body: '{"error":false,"code":202}' }
    }
    const query = queries.get(id)
    if (kind === 'query' && verb === 'DELETE' && query !== undefined) {
      query.kill()
      return { body: '{"error":false,"code":200}' }
    }
    throw new AqlError(404, 404, `unknown path '${path}'`)
  }
  const double = await startHttpDouble(async (request) => {
    try {
      return await answer(request)
    } catch (error) {
      const { status = 500, number = 4 } = error as Partial<AqlError>
      const body = { error: true, code: status, errorNum: number, errorMessage: (error as Error).message }
      return { status, body: JSON.stringify(body) }
    }
  })
  return { ...double, running: () => queries.size + cursors.size }
}
