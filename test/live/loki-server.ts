import { type HttpDouble, Refused, type Reply, startHttpDouble, writeParts } from './http-double.ts'

export const lokiAccount = { username: 'reader', password: 'secret-of-loki', tenant: 'team-a' }
const authorization = `Basic ${Buffer.from(`${lokiAccount.username}:${lokiAccount.password}`).toString('base64')}`

/** Parameters of both endpoints in their public reference. */
const parametersOf: Readonly<Record<string, readonly string[]>> = {
  '/loki/api/v1/query': ['query', 'limit', 'time', 'direction'],
  '/loki/api/v1/query_range': [
    ...['query', 'limit', 'start', 'end', 'since', 'step', 'interval', 'direction'],
  ],
}

/**
 * A protocol double of Loki's HTTP API, written from its public reference: it checks the account, the tenant and the
 * parameters, and answers known queries. It does not read LogQL.
 */
export function startLoki(answers: Readonly<Record<string, () => Iterable<string>>>): Promise<HttpDouble> {
  return startHttpDouble(async (request, response): Promise<Reply> => {
    try {
      const { method, path, headers, body } = request
      if (headers.authorization !== authorization) throw new Refused(401, 'Unauthorized')
      if (headers['x-scope-orgid'] === undefined) throw new Refused(401, 'no org id')
      if (headers['x-scope-orgid'] !== lokiAccount.tenant) throw new Refused(403, 'unknown tenant')
      if (method === 'GET' && path === '/loki/api/v1/labels') {
        return { body: JSON.stringify({ status: 'success', data: ['job', 'host'] }) }
      }
      const known = parametersOf[path]
      if (known === undefined) throw new Refused(404, '404 page not found')
      if (method !== 'POST' || headers['content-type'] !== 'application/x-www-form-urlencoded') {
        throw new Refused(405, 'method not allowed')
      }
      const parameters = new URLSearchParams(body)
      const unknown = [...parameters.keys()].find((name) => !known.includes(name))
      if (unknown !== undefined) throw new Refused(400, `unknown parameter ${unknown}`)
      for (const name of ['start', 'end', 'time']) {
        if (!/^\d+(?:\.\d+)?$/.test(parameters.get(name) ?? '0')) {
          throw new Refused(400, `could not parse '${name}' parameter`)
        }
      }
      if (Number(parameters.get('limit') ?? 100) > 5000) {
        throw new Refused(400, 'max entries limit per query exceeded, limit > max_entries_limit (> 5000)')
      }
      const query = parameters.get('query') ?? ''
      if (query.trim().startsWith('{') && path.endsWith('/query')) {
        throw new Refused(
          400,
          'log queries are not supported as an instant query type, please change your query to a range query type',
        )
      }
      const found = answers[query]
      if (found === undefined) {
        throw new Refused(400, 'parse error at line 2, col 3: syntax error: unexpected IDENTIFIER')
      }
      response.writeHead(200, { 'content-type': 'application/json; charset=UTF-8' })
      await writeParts(response, found())
      response.end()
      return null
    } catch (error) {
      const status = error instanceof Refused ? error.status : 500
      return { status, type: 'text/plain; charset=utf-8', body: `${(error as Error).message}\n` }
    }
  })
}
