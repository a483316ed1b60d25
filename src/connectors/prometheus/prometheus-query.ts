import { QueryFailed } from '../connector-errors.ts'

export interface PrometheusQuery {
  path: '/api/v1/query' | '/api/v1/query_range'
  parameters: URLSearchParams
}

/** `name=value&…` with one of the parameters of the API; PromQL has no `=` that early without a bracket. */
const form =
  /^\s*(?:query|start|end|step|time|timeout|limit|lookback_delta|direction|interval|since)\s*=(?![=~])/

/**
 * The request for a text: PromQL, or parameters as in an address (`query=…&start=…&end=…&step=…`). With a `step` it is
 * a range. Times are seconds since 1970, or dates; `end` may be `now`. Throws QueryFailed.
 */
export function readPrometheusQuery(text: string, now = Date.now()): PrometheusQuery {
  const plain = withoutComments(text).trim()
  if (plain === '') throw new QueryFailed('Query is empty')
  const parameters = parametersIn(plain)
  if (parameters === null) return { path: '/api/v1/query', parameters: new URLSearchParams({ query: plain }) }
  const isRange = parameters.has('step')
  if (isRange && !parameters.has('end')) parameters.set('end', 'now')
  if (isRange && !parameters.has('start'))
    throw new QueryFailed("A range, which has a 'step', needs a 'start'.")
  readTimes(parameters, now)
  return { path: isRange ? '/api/v1/query_range' : '/api/v1/query', parameters }
}

/** The parameters of a text without comments; null: it is a query by itself. Throws QueryFailed. */
export function parametersIn(plain: string): URLSearchParams | null {
  if (!form.test(plain)) return null
  const given = new URLSearchParams(plain.replace(/\s*\n\s*/g, '\n'))
  const parameters = new URLSearchParams()
  for (const [name, value] of given) parameters.set(name.trim(), value.trim())
  if ((parameters.get('query') ?? '') === '') throw new QueryFailed("The parameter 'query' is missing.")
  return parameters
}

/** Times become seconds since 1970. Throws QueryFailed. */
export function readTimes(parameters: URLSearchParams, now: number): void {
  for (const name of ['start', 'end', 'time']) {
    const value = parameters.get(name)
    if (value !== null) parameters.set(name, seconds(name, value, now))
  }
}

/** `# …` to the end of the line, outside of quotes. */
export function withoutComments(text: string): string {
  return text.replace(
    /("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`[^`]*`)|#[^\n]*/g,
    (_, quoted?: string) => quoted ?? '',
  )
}

const ago = /^now\s*-\s*(\d+)\s*([smhdwy])$/
const unitSeconds: Readonly<Record<string, number>> = {
  ...{ s: 1, m: 60, h: 3600, d: 86_400, w: 604_800, y: 31_536_000 },
}

function seconds(name: string, value: string, now: number): string {
  if (/^-?\d+(?:\.\d+)?$/.test(value)) return value
  if (value === 'now') return String(Math.floor(now / 1000))
  const [, count, unit = ''] = ago.exec(value) ?? []
  if (count !== undefined) return String(Math.floor(now / 1000) - Number(count) * (unitSeconds[unit] ?? 1))
  // a date without a zone is one of UTC, as a server may be anywhere
  const isDate = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?(?:Z|[+-]\d\d:?\d\d)?$/.test(value)
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/.test(value) && value.length > 10
  const time = isDate
    ? Date.parse(`${value.replace(' ', 'T')}${hasZone || value.length === 10 ? '' : 'Z'}`)
    : Number.NaN
  if (Number.isNaN(time)) {
    throw new QueryFailed(`'${name}' must be a date, seconds since 1970, now, or now-1h. It is "${value}".`)
  }
  return String(time / 1000)
}
