import { type HttpDouble, Refused, type Reply, startHttpDouble, writeParts } from './http-double.ts'

export const graphiteAccount = { username: 'reader', password: 'secret-of-graphite' }
const authorization = `Basic ${Buffer.from(`${graphiteAccount.username}:${graphiteAccount.password}`).toString('base64')}`

/** Parameters of `/render` in its public reference that a query may have. */
const known = ['target', 'format', 'from', 'until', 'maxDataPoints', 'tz', 'noNullPoints', 'xFilesFactor']

/**
 * A protocol double of Graphite's `/render`, written from its public reference: it checks the account and the parameters,
 * and answers known targets with JSON. It does not calculate.
 */
export function startGraphite(series: Readonly<Record<string, () => Iterable<string>>>): Promise<HttpDouble> {
  return startHttpDouble(async (request, response): Promise<Reply> => {
    try {
      const { method, path, headers, body } = request
      if (headers.authorization !== authorization) throw new Refused(401, 'Unauthorized')
      if (method !== 'POST' || path !== '/render') throw new Refused(404, 'Not found')
      if (headers['content-type'] !== 'application/x-www-form-urlencoded') throw new Refused(400, 'no form')
      const parameters = new URLSearchParams(body)
      if (parameters.getAll('format').join() !== 'json') throw new Refused(400, 'format is not json')
      const unknown = [...parameters.keys()].find((name) => !known.includes(name))
      if (unknown !== undefined) throw new Refused(400, `unknown parameter ${unknown}`)
      if (parameters.has('from') && !/^(?:-\d+\w+|\d+)$/.test(parameters.get('from') ?? '')) {
        throw new Refused(400, `Invalid value for from: ${parameters.get('from')}`)
      }
      const targets = parameters.getAll('target')
      const lists = targets.map((target) => {
        const found = series[target]
        if (found === undefined) throw new Refused(400, `Invalid target: ${target}`)
        return found
      })
      response.writeHead(200, { 'content-type': 'application/json' }).write('[')
      for (const [at, list] of lists.entries()) {
        if (at > 0) response.write(', ')
        await writeParts(response, list())
      }
      response.end(']')
      return null
    } catch (error) {
      const status = error instanceof Refused ? error.status : 500
      const page = `<html><head><title>Error</title></head><body><h1>Bad Request</h1><p>${(error as Error).message}</p></body></html>`
      return { status, type: 'text/html', body: page }
    }
  })
}
