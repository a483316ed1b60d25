import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { ConnectorOptions } from '../connector.ts'
import { basicAuthorization } from '../http-document.ts'

export const pinotConfig: ConfigurationSchema = {
  type: 'object',
  properties: {
    brokerScheme: { type: 'string', default: 'http' },
    brokerHost: { type: 'string', default: '' },
    brokerPort: { type: 'number', default: 8099 },
    controllerURI: { type: 'string', default: '' },
    username: { type: 'string' },
    password: { type: 'string' },
  },
  order: ['brokerScheme', 'brokerHost', 'brokerPort', 'controllerURI', 'username', 'password'],
  required: ['brokerHost', 'controllerURI'],
  secret: ['password'],
  sent_to: { password: ['brokerScheme', 'brokerHost', 'brokerPort', 'controllerURI'] },
}

export interface PinotOptions {
  broker: string
  controller: string
  headers: Record<string, string>
}

/** The options, or a message that names the wrong one. */
export function readPinotOptions(options: ConnectorOptions): PinotOptions | Phrase {
  const [scheme, host] = [text(options.brokerScheme) || 'http', text(options.brokerHost)]
  if (scheme !== 'http' && scheme !== 'https') return phrase('BrokerScheme must be http or https.')
  const port = Number(text(options.brokerPort) || 8099)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    return phrase('BrokerPort must be a number from 1 to 65535.')
  }
  const broker = `${scheme}://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`
  if (!URL.canParse(broker) || /[/?#@\\\s]/.test(host)) {
    return phrase('BrokerHost must be a name or an address, without http:// and path.')
  }
  const given = text(options.controllerURI)
  const parsed = URL.canParse(given) ? new URL(given) : null
  if (
    parsed === null ||
    !/^https?:$/.test(parsed.protocol) ||
    parsed.username !== '' ||
    parsed.password !== ''
  ) {
    return phrase('ControllerURI must begin with http:// or https://, and hold no user.')
  }
  const user = text(options.username)
  const headers: Record<string, string> =
    user === '' ? {} : { authorization: basicAuthorization(user, text(options.password)) }
  return { broker, controller: `${parsed.origin}${parsed.pathname.replace(/\/+$/, '')}`, headers }
}

function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value).trim()
}
