import { type HttpDouble, Refused, type Reply, startHttpDouble, writeParts } from './http-double.ts'

export const couchbaseAccount = { user: 'reader', password: 'secret-of-couchbase' }
const authorization = `Basic ${Buffer.from(`${couchbaseAccount.user}:${couchbaseAccount.password}`).toString('base64')}`

export interface CouchbaseServer extends HttpDouble {
  running(): number
}

/** Rows as JSON texts, then what the answer ends with; `null`: the request runs until it is ended. */
export type CouchbaseAnswers = Readonly<Record<string, { rows: () => Iterable<string>; end?: string } | null>>

/**
 * A protocol double of Couchbase's `/query/service`, written from its public reference: it checks the account and each
 * parameter, and answers known statements. It does not read SQL++. `query` has no path that ends requests: they end with
 * their connection.
 */
export async function startCouchbase(
  service: 'analytics' | 'query',
  answers: CouchbaseAnswers,
): Promise<CouchbaseServer> {
  const requests = new Map<string, () => void>()
  const double = await startHttpDouble(async ({ method, path, headers, body }, response): Promise<Reply> => {
    const fail = (status: number, code: number, msg: string, place = {}): Reply => ({
      status,
      body: JSON.stringify({ requestID: 'r', errors: [{ code, msg, ...place }], status: 'fatal' }),
    })
    try {
      if (headers.authorization !== authorization) return fail(401, 13_014, 'User does not have credentials')
      if (headers['content-type'] !== 'application/x-www-form-urlencoded') throw new Refused(400, 'no form')
      const parameters = new URLSearchParams(body)
      const name = parameters.get('client_context_id') ?? ''
      if (method === 'DELETE' && path === '/analytics/admin/active_requests' && service === 'analytics') {
        requests.get(name)?.()
        return { status: requests.delete(name) ? 200 : 404, body: '{}' }
      }
      if (method !== 'POST' || path !== '/query/service')
        return { status: 404, type: 'text/plain', body: 'not found' }
      const names = [...parameters.keys()].sort().join()
      if (names !== 'client_context_id,pretty,statement') throw new Refused(400, `parameters ${names}`)
      const statement = parameters.get('statement') ?? ''
      const found = answers[statement]
      if (found === undefined) {
        return service === 'query'
          ? fail(400, 3000, `syntax error - at ${statement}`, { line: 1, column: 1 })
          : fail(400, 24_000, `Syntax error: In line 2 >>${statement}<< Encountered "x" at line 2, column 3.`)
      }
      if (found === null) {
        const isEnded = await new Promise<boolean>((resolve) => {
          requests.set(name, () => resolve(true))
          response.on('close', () => {
            if (service === 'query') requests.delete(name)
            resolve(false)
          })
        })
        return isEnded ? fail(500, 25_000, 'Request was cancelled') : null
      }
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write(`{"requestID":"r","clientContextID":"${name}","signature":{"*":"*"},"results":[`)
      await writeParts(response, separated(found.rows()))
      response.end(`]${found.end ?? ',"status":"success","metrics":{"resultCount":1}'}}`)
      return null
    } catch (error) {
      return fail(error instanceof Refused ? error.status : 500, 1065, (error as Error).message)
    }
  })
  return { ...double, running: () => requests.size }
}

function* separated(rows: Iterable<string>): Generator<string> {
  let isFirst = true
  for (const row of rows) {
    yield isFirst ? row : `,${row}`
    isFirst = false
  }
}
