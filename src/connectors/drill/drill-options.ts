import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { ConnectorOptions } from '../connector.ts'
import { basicAuthorization } from '../http-document.ts'

export const drillConfig: ConfigurationSchema = {
  type: 'object',
  properties: {
    url: { type: 'string', title: 'Drill URL' },
    username: { type: 'string', title: 'Username' },
    password: { type: 'string', title: 'Password' },
    allowed_schemas: {
      type: 'string',
      title: 'List of schemas to use in schema browser (comma separated)',
    },
  },
  order: ['url', 'username', 'password', 'allowed_schemas'],
  required: ['url'],
  secret: ['password'],
  sent_to: { password: ['url'] },
}

export interface DrillOptions {
  /** without a slash at its end */
  url: string
  headers: Record<string, string>
  /** empty: all */
  schemas: string[]
}

/** The options, or a message that names the wrong one. */
export function readDrillOptions(options: ConnectorOptions): DrillOptions | Phrase {
  const given = text(options.url)
  const parsed = URL.canParse(given) ? new URL(given) : null
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    return phrase('Drill URL must begin with http:// or https://.')
  }
  if (parsed.username !== '' || parsed.password !== '' || parsed.search !== '') {
    return phrase('Drill URL must hold no user and no password.')
  }
  const [user, password] = [text(options.username), String(options.password ?? '')]
  const headers: Record<string, string> =
    user === '' || password === '' ? {} : { authorization: basicAuthorization(user, password) }
  const schemas = text(options.allowed_schemas)
    .split(',')
    .map((schema) => schema.replace(/[^a-zA-Z0-9_.`]/g, ''))
    .filter((schema) => schema !== '')
  return { url: `${parsed.origin}${parsed.pathname.replace(/\/+$/, '')}`, headers, schemas }
}

function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value).trim()
}
