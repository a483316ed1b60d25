import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { ConnectorOptions } from '../connector.ts'
import { basicAuthorization } from '../http-document.ts'

export const influxdbConfig: ConfigurationSchema = {
  type: 'object',
  properties: { url: { type: 'string' } },
  required: ['url'],
  // it may hold a password
  secret: ['url'],
}

export interface InfluxdbOptions {
  /** without the account */
  origin: string
  database: string
  /** null: none */
  authorization: string | null
}

const form = /^(?:(https)\+)?influxdb:\/\//

/** Reads `influxdb://user:password@host:8086/database`, or `https+influxdb://…`; a message for anything else. */
export function readInfluxdbOptions({ url }: ConnectorOptions): InfluxdbOptions | Phrase {
  const text = typeof url === 'string' ? url.trim() : ''
  const scheme = form.exec(text)
  const plain = text.replace(form, scheme?.[1] === 'https' ? 'https://' : 'http://')
  const parsed = scheme !== null && URL.canParse(plain) ? new URL(plain) : null
  if (parsed === null || parsed.hostname === '') {
    return phrase(
      'Url must have the form influxdb://user:password@host:8086/database, or begin with https+influxdb://.',
    )
  }
  const part = (encoded: string) => {
    try {
      return decodeURIComponent(encoded)
    } catch {
      return encoded
    }
  }
  // http and https leave their own ports out
  const port = parsed.port || (/:(?:80|443)(?:\/|$)/.exec(plain)?.[0].replace(/\D/g, '') ?? '8086')
  return {
    origin: `${parsed.protocol}//${parsed.hostname}:${port}`,
    database: part(parsed.pathname.slice(1)),
    authorization:
      parsed.username === '' ? null : basicAuthorization(part(parsed.username), part(parsed.password)),
  }
}
