import {
  type HeardRequest,
  type HttpDouble,
  Refused,
  type Reply,
  startHttpDouble,
  strictBody,
  writeParts,
} from './http-double.ts'

/**
 * A protocol double of InfluxDB 2's API for queries, written from its public reference: it checks the token, the
 * organization, each header and each field, and answers known texts with annotated CSV. It does not read Flux.
 */
export interface FluxServer extends HttpDouble {
  setHealth(status: 'pass' | 'fail'): void
}

export const fluxAccount = { org: 'acme & co', token: 'secret-of-influx==' }

/** What is answered to a text; a function writes the parts of a long answer. */
export type FluxAnswers = Readonly<Record<string, string | (() => Iterable<string>)>>

const buckets = [
  '#datatype,string,long,string,string,string,string,long',
  '#group,false,false,false,false,false,false,false',
  '#default,_result,,,,,,',
  ',result,table,name,id,organizationID,retentionPolicy,retentionPeriod',
  ',,0,metrics,1,2,,0',
  '',
].join('\r\n')

export async function startFluxServer(answers: FluxAnswers): Promise<FluxServer> {
  let health = 'pass'
  const all: FluxAnswers = { 'buckets() |> limit(n: 1)': buckets, ...answers }
  const double = await startHttpDouble(async (request, response): Promise<Reply> => {
    try {
      if (request.method === 'GET' && request.path === '/health') {
        return {
          status: health === 'pass' ? 200 : 503,
          body: JSON.stringify({ name: 'influxdb', status: health }),
        }
      }
      const text = textOf(request)
      const found = all[text]
      if (found === undefined) {
        throw new Refused(
          400,
          `error in building plan while starting program: error @1:1-1:5: undefined identifier ${text}`,
        )
      }
      if (typeof found === 'string') return { type: 'text/csv; charset=utf-8', body: found }
      response.writeHead(200, { 'content-type': 'text/csv; charset=utf-8' })
      await writeParts(response, found())
      response.end()
      return null
    } catch (error) {
      const status = error instanceof Refused ? error.status : 500
      const code = status === 401 ? 'unauthorized' : status === 404 ? 'not found' : 'invalid'
      return { status, body: JSON.stringify({ code, message: (error as Error).message }) }
    }
  })
  return {
    ...double,
    setHealth(status) {
      health = status
    },
  }
}

function textOf(request: HeardRequest): string {
  const { method, path, headers } = request
  const { pathname, searchParams } = new URL(path, 'http://double')
  if (method !== 'POST' || pathname !== '/api/v2/query') throw new Refused(404, 'path not found')
  if (headers.authorization !== `Token ${fluxAccount.token}`) throw new Refused(401, 'unauthorized access')
  if ([...searchParams.keys()].join() !== 'org') throw new Refused(400, 'org is required')
  if (searchParams.get('org') !== fluxAccount.org) {
    throw new Refused(404, `organization name "${searchParams.get('org')}" not found`)
  }
  if (headers.accept !== 'application/csv') throw new Refused(406, 'not acceptable')
  const { query, type, dialect } = strictBody(request, ['query!', 'type!', 'dialect!'])
  if (typeof query !== 'string' || query === '' || type !== 'flux')
    throw new Refused(400, 'request body requires query')
  const { annotations, header, delimiter, ...others } = dialect as Record<string, unknown>
  const known =
    Array.isArray(annotations) && annotations.every((one) => ['datatype', 'group', 'default'].includes(one))
  if (!known || header !== true || delimiter !== ',' || Object.keys(others).length > 0) {
    throw new Refused(400, 'invalid dialect')
  }
  return query
}
