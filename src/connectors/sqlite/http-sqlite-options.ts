import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { ConnectorOptions } from '../connector.ts'
import { basicAuthorization } from '../http-document.ts'

export const libsqlConfig: ConfigurationSchema = {
  type: 'object',
  properties: {
    url: { type: 'string', title: 'Database URL' },
    token: { type: 'string', title: 'Auth Token' },
  },
  order: ['url', 'token'],
  required: ['url'],
  secret: ['token'],
  sent_to: { token: ['url'] },
}

export const rqliteConfig: ConfigurationSchema = {
  type: 'object',
  properties: {
    url: { type: 'string', default: 'http://127.0.0.1:4001', title: 'URL' },
    username: { type: 'string' },
    password: { type: 'string' },
    level: {
      type: 'string',
      title: 'Read Consistency',
      default: 'weak',
      extendedEnum: [
        { value: 'none', name: 'None: any node, at once' },
        { value: 'weak', name: 'Weak: the leader' },
        { value: 'linearizable', name: 'Linearizable: the leader, confirmed by the others' },
        { value: 'strong', name: 'Strong: through the log of the cluster' },
      ],
    },
  },
  order: ['url', 'username', 'password', 'level'],
  required: ['url'],
  secret: ['password'],
  sent_to: { password: ['url'] },
}

/** A server with an HTTP API, and what each request to it has. */
export interface HttpSqlite {
  url: string
  headers: Record<string, string>
}

export function readLibsqlOptions({ url, token }: ConnectorOptions): HttpSqlite | Phrase {
  // what its own tools show, and what HTTP needs
  const given = text(url)
    .replace(/^(?:libsql|wss):\/\//i, 'https://')
    .replace(/^ws:\/\//i, 'http://')
  const parsed = parsedUrl(given)
  if (parsed === null) return phrase('Database URL must begin with libsql://, https:// or http://.')
  if (parsed.search !== '' || parsed.username !== '' || parsed.password !== '') {
    return phrase('Database URL must hold no token and no password.')
  }
  const secret = text(token)
  if (!/^[\x21-\x7e]*$/.test(secret)) {
    return phrase('Auth Token can hold only letters, digits and signs of ASCII.')
  }
  const base = parsed.href.replace(/\/+$/, '')
  const headers: Record<string, string> = secret === '' ? {} : { authorization: `Bearer ${secret}` }
  return { url: base.endsWith('/v2/pipeline') ? base : `${base}/v2/pipeline`, headers }
}

const levels = new Set(['none', 'weak', 'linearizable', 'strong'])

export function readRqliteOptions(options: ConnectorOptions): HttpSqlite | Phrase {
  const parsed = parsedUrl(text(options.url) || 'http://127.0.0.1:4001')
  if (parsed === null) return phrase('URL must begin with http:// or https://.')
  if (parsed.search !== '' || parsed.username !== '' || parsed.password !== '') {
    return phrase('URL must hold no user and no password.')
  }
  const level = text(options.level) || 'weak'
  if (!levels.has(level)) return phrase('Read Consistency must be none, weak, linearizable or strong.')
  const [user, password] = [text(options.username), text(options.password)]
  const headers: Record<string, string> =
    user === '' ? {} : { authorization: basicAuthorization(user, password) }
  // bytes as lists of numbers, which texts are not
  return { url: `${parsed.href.replace(/\/+$/, '')}/db/query?level=${level}&blob_array`, headers }
}

function parsedUrl(given: string): URL | null {
  const parsed = URL.canParse(given) ? new URL(given) : null
  return parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.hash === '' ? parsed : null
}

function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value).trim()
}
