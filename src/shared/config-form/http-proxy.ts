import { type Phrase, phrase } from '../messages/phrase.ts'
import type { ConfigurationSchema } from './configuration-schema.ts'
import type { Options } from './option-groups.ts'

/** Stored under `http_proxy` as `http://user:password@host:port` (docs/reference/connectors.md#http-proxy). */
export interface HttpProxy {
  scheme: 'http' | 'https'
  host: string
  port: number
  user: string
  password: string
}

const name = 'http_proxy'
const form = phrase('HTTP Proxy: enter it as http://host:port or http://user:password@host:port.')
export const tunnelAndProxy = phrase('HTTP Proxy: a data source has either an SSH tunnel or a proxy.')
/** The password may hold any sign, so its end is the last `@`. */
const address = /^(https?):\/\/(?:([^:@/?#]*)(?::(.*))?@)?(\[[0-9a-f:.]+\]|[^:@/?#\s[\]]+):(\d{1,5})\/?$/is

/**
 * The schema of a type with its HTTP proxy. Secrets are asked again when another proxy would forward them: it sees all that
 * is not encrypted.
 */
export function withHttpProxy(schema: ConfigurationSchema): ConfigurationSchema {
  const urls = schema.secret_in_url ?? []
  const sentTo = schema.sent_to ?? {}
  const secrets = [...(schema.secret ?? []), ...urls]
  return {
    ...schema,
    properties: { ...schema.properties, [name]: { type: 'string', title: 'HTTP Proxy' } },
    secret_in_url: [...urls, name],
    extra_options: [...(schema.extra_options ?? []), name],
    sent_to: Object.fromEntries(secrets.map((secret) => [secret, [...(sentTo[secret] ?? []), name]])),
  }
}

/** The proxy of the options, or what is wrong with it; null: there is none. */
export function readHttpProxy(options: Options): HttpProxy | Phrase | null {
  const given = String(options[name] ?? '').trim()
  if (given === '') return null
  const [, scheme = '', user = '', password = '', host = '', port = ''] = address.exec(given) ?? []
  const number = Number(port)
  if (host === '' || number < 1 || number > 65_535) return form
  return {
    scheme: scheme.toLowerCase() === 'https' ? 'https' : 'http',
    host: host.replace(/^\[|\]$/g, '').toLowerCase(),
    port: number,
    user: decoded(user),
    password: decoded(password),
  }
}

/** Signs may be written as in an address (`%40`); a text that is no such writing is taken as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
