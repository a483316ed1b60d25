import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { ConnectorOptions } from '../connector.ts'

export const databricksConfig: ConfigurationSchema = {
  type: 'object',
  properties: {
    host: { type: 'string' },
    http_path: { type: 'string', title: 'HTTP Path' },
    http_password: { type: 'string', title: 'Access Token' },
    client_id: { type: 'string', title: 'OAuth Client ID' },
    client_secret: { type: 'string', title: 'OAuth Client Secret' },
    external_links: { type: 'boolean', default: true, title: 'Read Results from Cloud Storage' },
  },
  order: ['host', 'http_path', 'http_password'],
  required: ['host', 'http_path'],
  secret: ['http_password', 'client_secret'],
  extra_options: ['client_id', 'client_secret', 'external_links'],
  sent_to: { http_password: ['host'], client_secret: ['host'] },
}

export type DatabricksIdentity =
  | { kind: 'token'; token: string }
  /** a service principal, for which the workspace gives tokens */
  | { kind: 'client'; id: string; secret: string }

export interface DatabricksOptions {
  /** `https://dbc-a1b2.cloud.databricks.com` */
  origin: string
  warehouse: string
  identity: DatabricksIdentity
  disposition: Disposition
}

export type Disposition = 'INLINE' | 'EXTERNAL_LINKS'

/** The options, or a message that names the wrong one. */
export function readDatabricksOptions(options: ConnectorOptions): DatabricksOptions | Phrase {
  const host = text(options.host)
    .replace(/^https:\/\//i, '')
    .replace(/\/$/, '')
  const origin = `https://${host}`
  if (!URL.canParse(origin) || !/^[\w.-]+(?::\d+)?$/.test(host))
    return phrase('Host must be the name of a workspace, such as dbc-a1b2c3.cloud.databricks.com.')
  const [, warehouse] =
    /^\/?sql\/1\.0\/(?:warehouses|endpoints)\/([\w-]+)\/?$/.exec(text(options.http_path)) ?? []
  if (warehouse === undefined)
    return phrase('HTTP Path must be that of a SQL warehouse, such as /sql/1.0/warehouses/a1b2c3.')
  const disposition = options.external_links === false ? 'INLINE' : 'EXTERNAL_LINKS'
  const [token, id, secret] = [
    text(options.http_password),
    text(options.client_id),
    text(options.client_secret),
  ]
  if (!isVisible(token + id + secret))
    return phrase('Access Token, OAuth Client ID and OAuth Client Secret may not contain spaces.')
  if (token !== '') return { origin, warehouse, disposition, identity: { kind: 'token', token } }
  if (id === '' || secret === '')
    return phrase('Access Token is missing, or else OAuth Client ID and OAuth Client Secret.')
  return { origin, warehouse, disposition, identity: { kind: 'client', id, secret } }
}

function isVisible(secret: string): boolean {
  return /^[\x21-\x7e]*$/.test(secret)
}

function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value).trim()
}
