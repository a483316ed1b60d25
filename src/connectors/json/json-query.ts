import type { OutboundRequest } from '../connector.ts'
import { QueryFailed } from '../connector-errors.ts'
import { basicAuthorization, plainText, readYamlObject } from '../http-document.ts'

export type Pagination =
  | { type: 'url'; path: readonly string[] }
  | { type: 'token'; fields: readonly [string, string] }

export interface JsonQuery {
  url: string
  request: OutboundRequest
  /** the query has its own credentials, so those of the data source are not sent */
  hasOwnAuthorization: boolean
  params: Record<string, string>
  path: readonly string[]
  fields: string[] | null
  pagination: Pagination | null
}

/** Reads a query of the `json` source (docs/reference/connectors.md#json). Throws QueryFailed with Redash's messages. */
export async function readJsonQuery(text: string): Promise<JsonQuery> {
  const query = await readYamlObject(text)
  if (typeof query.url !== 'string' || query.url === '')
    throw new QueryFailed("Query must include 'url' option.")
  const method = plainText('method', query.method ?? 'get').toUpperCase()
  if (method !== 'GET' && method !== 'POST') throw new QueryFailed('Only GET or POST methods are allowed.')
  if (query.fields !== undefined && query.fields !== null && !Array.isArray(query.fields)) {
    throw new QueryFailed("'fields' needs to be a list.")
  }
  const { headers, body } = readBody(query)
  const authorization = readAuthorization(query.auth)
  const ownHeaders = readTexts('headers', query.headers)
  return {
    url: query.url,
    params: readTexts('params', query.params),
    path: typeof query.path === 'string' && query.path !== '' ? query.path.split('.') : [],
    fields: Array.isArray(query.fields) ? query.fields.map((field) => plainText('fields', field)) : null,
    pagination: readPagination(query.pagination),
    hasOwnAuthorization:
      authorization !== null || Object.keys(ownHeaders).some((name) => /^authorization$/i.test(name)),
    request: {
      method,
      headers: {
        accept: 'application/json',
        ...headers,
        ...(authorization === null ? {} : { authorization }),
        ...ownHeaders,
      },
      ...(body === null || method === 'GET' ? {} : { body }),
      verify: query.verify !== false,
    },
  }
}

function readBody(query: Record<string, unknown>): { headers: Record<string, string>; body: string | null } {
  if (query.json !== undefined) {
    return { headers: { 'content-type': 'application/json' }, body: jsonOf(query.json) }
  }
  if (typeof query.data === 'string') return { headers: {}, body: query.data }
  if (typeof query.data === 'object' && query.data !== null) {
    return {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(readTexts('data', query.data)).toString(),
    }
  }
  return { headers: {}, body: null }
}

function readAuthorization(auth: unknown): string | null {
  return Array.isArray(auth) && auth.length === 2
    ? basicAuthorization(plainText('auth', auth[0]), plainText('auth', auth[1]))
    : null
}

/** Texts by name; of a list, the texts with commas between them. */
function readTexts(option: string, value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  return Object.fromEntries(
    Object.entries(value).map(([name, given]) => {
      const texts: unknown[] = Array.isArray(given) ? given : [given]
      return [name, texts.map((text) => plainText(`${option}.${name}`, text)).join(',')]
    }),
  )
}

/** YAML can name a list or map that is around the name. Throws QueryFailed. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch (error) {
    throw new QueryFailed("'json' contains itself.", { cause: error })
  }
}

function readPagination(value: unknown): Pagination | null {
  if (value === undefined || value === null) return null
  const { type, path, fields } = (typeof value === 'object' ? value : {}) as Record<string, unknown>
  if (typeof type !== 'string')
    throw new QueryFailed("'pagination' should be an object with a `type` property")
  if (type === 'url') {
    if (path !== undefined && typeof path !== 'string')
      throw new QueryFailed("'pagination.path' should be a string")
    return { type, path: (path ?? '_links.next.href').split('.') }
  }
  if (type === 'token') {
    const pair = fields ?? ['next_page_token', 'page_token']
    if (!Array.isArray(pair) || pair.length !== 2) {
      throw new QueryFailed("'pagination.fields' should be a list of 2 field names")
    }
    const [from, to] = pair.map((name) => plainText('pagination.fields', name)) as [string, string]
    return { type, fields: [from, to] }
  }
  throw new QueryFailed(`Unknown 'pagination.type' ${type}`)
}
