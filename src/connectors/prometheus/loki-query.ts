import { QueryFailed } from '../connector-errors.ts'
import { parametersIn, readTimes, withoutComments } from './prometheus-query.ts'

export interface LokiQuery {
  path: '/loki/api/v1/query' | '/loki/api/v1/query_range'
  parameters: URLSearchParams
  /** the text is the query, so places in it are those in the text */
  isBare: boolean
  /** lines of logs that are asked for; null: the query makes series */
  limit: number | null
}

/** So many lines servers send at most, as they are set up by default. */
const usualLimit = 5000

/**
 * The request for a text: LogQL, or parameters as in an address (`query=…&start=…&end=…&limit=…`). Lines of logs, and
 * series with a `step` or a `start`, are those of a range; the server takes the last hour by itself. Throws QueryFailed.
 */
export function readLokiQuery(text: string, now = Date.now()): LokiQuery {
  const plain = withoutComments(text).trim()
  if (plain === '') throw new QueryFailed('Query is empty')
  const given = parametersIn(plain)
  const parameters = given ?? new URLSearchParams({ query: text })
  readTimes(parameters, now)
  // a query for lines begins with the labels of their streams
  const isLines = (given?.get('query') ?? plain).startsWith('{')
  if (isLines && !parameters.has('limit')) parameters.set('limit', String(usualLimit))
  const isRange = isLines || parameters.has('step') || parameters.has('start') || parameters.has('since')
  return {
    path: isRange ? '/loki/api/v1/query_range' : '/loki/api/v1/query',
    parameters,
    isBare: given === null,
    limit: isLines ? Number(parameters.get('limit')) : null,
  }
}
